// The callee's parameter is not what was passed any more when it returns.
// method: LostArgument.run
// expect java: diverges
// expect unbounded: diverges
class LostArgument {
    static int less(int n, int depth) {
        n = n + 1;
        if (depth > 0) return less(n - 1, depth - 1);
        return n - 1;
    }

    static void run(int n) {
        while (n > 0) n = less(n, 1);
    }
}
