// The array is final, what it holds is not: `stop` may have been called before.
// method: FinalArray.run
// expect java: unknown
// expect unbounded: unknown
class FinalArray {
    static final int[] LIMIT = {0};

    static void stop(int limit) {
        LIMIT[0] = limit;
    }

    static void run() {
        while (LIMIT[0] != 0) {
        }
    }
}
