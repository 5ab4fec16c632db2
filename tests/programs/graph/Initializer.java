// Class initialisation runs once, superclasses first, and its exceptions are wrapped.
// graph: Initializer.main
// reaches: failed
// throws: nothing
// verdict: terminates
class Initializer {
    static class Base {
        static int started = 1;
    }

    static class Sub extends Base {
        static int next = started + 1;
    }

    static class Bad {
        static int value = 1 / (Sub.next - 2);
    }

    public static void main(String[] args) {
        try {
            int v = Bad.value;
        } catch (ExceptionInInitializerError e) {
            failed();
        }
    }

    static void failed() {}
}
