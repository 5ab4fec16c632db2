/** A class whose superclass or superinterface has failed to initialise fails too, each time it is used. */
public class FailedSuper {
    static class Broken {
        static int zero = 0;
        static int value = 1 / zero;
    }

    static class Below extends Broken {
        static int value = say("Below is initialised");
    }

    interface BrokenInterface {
        int VALUE = 1 / Broken0.zero;

        default void run() {}
    }

    static class Broken0 {
        static int zero = 0;
    }

    static class Before {
        static int value = say("Before is initialised");
    }

    static class After extends Before implements BrokenInterface {
        static int value = say("After is initialised");
    }

    static int say(String text) {
        System.out.println(text);
        return 0;
    }

    static void use(Runnable use) {
        try {
            use.run();
            System.out.println("used");
        } catch (Throwable error) {
            System.out.println(error);
            for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
                System.out.println("  because of " + cause);
            }
        }
    }

    public static void main(String[] args) {
        use(() -> System.out.println(Broken.value));
        use(() -> System.out.println(Broken.value));
        use(() -> System.out.println(Below.value));
        use(() -> System.out.println(Below.value));
        use(() -> new Below());
        use(() -> System.out.println(BrokenInterface.VALUE));
        use(() -> System.out.println(After.value));
        use(() -> System.out.println(After.value));
        use(() -> new After());
        System.out.println(Before.value);
    }
}
