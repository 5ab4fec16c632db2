// Which of the two classes was initialised first decides what the constant is.
// method: OtherOrder.run
// expect java: unknown
// expect unbounded: unknown
class OtherOrder {
    static class First {
        static final Integer NUMBER = Second.make();
    }

    static class Second {
        static final boolean EARLY = First.NUMBER == null;

        static Integer make() {
            return 7;
        }
    }

    static void run() {
        Integer number = First.NUMBER;
        while (!Second.EARLY) {
        }
    }
}
