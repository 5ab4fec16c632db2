// What leaves an initialiser is the cause of the error its user gets.
// method: FailedSetup.run
// expect java: unknown
// expect unbounded: unknown
class FailedSetup {
    static class Setup {
        static int share = 1 / (int) (System.nanoTime() * 0);
    }

    static void run() {
        try {
            int share = Setup.share;
        } catch (ExceptionInInitializerError error) {
            while (error.getCause() != null) {
            }
        }
    }
}
