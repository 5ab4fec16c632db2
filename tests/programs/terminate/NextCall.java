// What comes back is one more than what went in, so this goes on forever; in Java it wraps around in the end. The longer and longer
// calls are not recognised as one endless run.
// method: NextCall.run
// expect java: unknown
// expect unbounded: unknown
class NextCall {
    static int next(int n) {
        return n <= 0 ? 1 : 1 + next(n - 1);
    }

    static void run(int n) {
        while (n > 0) n = next(n);
    }
}
