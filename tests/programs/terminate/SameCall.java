// What comes back is what went in.
// method: SameCall.run
// expect java: diverges
// expect unbounded: diverges
class SameCall {
    static int same(int n) {
        return n <= 0 ? 0 : 1 + same(n - 1);
    }

    static void run(int n) {
        while (n > 0) n = same(n);
    }
}
