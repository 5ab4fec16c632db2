// Every exception has the one before as its cause: they pile up, nothing shrinks.
// method: CauseChain.run
// expect java: unknown
// expect unbounded: unknown
class CauseChain {
    static void run(int n) {
        Throwable last = new Error();
        while (last != null) {
            last = new RuntimeException(last);
            if (n != 1234567) last = null;
        }
    }
}
