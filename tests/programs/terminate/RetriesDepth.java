// The stack overflows for large numbers, and each time it is tried again.
// method: RetriesDepth.run
// expect java: unknown
// expect unbounded: unknown
class RetriesDepth {
    static int depth(int n) {
        return n <= 0 ? 0 : 1 + depth(n - 1);
    }

    static void run(int n) {
        while (n > 100_000_000) {
            try {
                depth(n);
                return;
            } catch (StackOverflowError e) {
                // once more
            }
        }
    }
}
