// Field initializers and blocks run in text order, superclass first.
public class InitSequence {
    static String log(String text) {
        System.out.println(text);
        return text;
    }

    static class Base {
        static String s1 = log("Base static field");
        String f1 = log("Base field");

        static {
            log("Base static block");
        }

        {
            log("Base block");
        }

        Base() {
            log("Base()");
        }
    }

    static class Derived extends Base {
        {
            log("Derived block");
        }

        static {
            log("Derived static block");
        }

        String f2 = log("Derived field");

        Derived() {
            this(log("argument"));
            log("Derived()");
        }

        Derived(String text) {
            log("Derived(String)");
        }
    }

    public static void main(String[] args) {
        new Derived();
        log("again");
        new Derived();
    }
}
