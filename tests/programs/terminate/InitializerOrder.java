// method: InitializerOrder.main
// While the superclass is initialised, the subclass already counts as begun: its field is 0 there.
// expect java: terminates
// expect unbounded: terminates
class InitializerOrder {
    static class Upper {
        static int seen;

        static {
            Lower.value++;
            seen = Lower.value;
        }
    }

    static class Lower extends Upper {
        static int value = 5;
    }

    public static void main(String[] args) {
        if (Lower.value == 5) {
            while (Upper.seen != 1) {
            }
        }
    }
}
