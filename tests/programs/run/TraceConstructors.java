// A stack trace through constructors, initializers and static blocks.
public class TraceConstructors {
    static class Inner {
        int value = fail();

        Inner(int depth) {
            System.out.println("unreachable");
        }

        static int fail() {
            throw new IllegalStateException("in a field");
        }
    }

    static class Outer extends Inner {
        Outer() {
            super(1);
        }
    }

    public static void main(String[] args) {
        Runnable run = new Runnable() {
            public void run() {
                new Outer();
            }
        };
        run.run();
    }
}
