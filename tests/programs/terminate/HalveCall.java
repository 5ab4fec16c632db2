// The loop goes on with what a recursive call returns: at most half of what it was given.
// method: HalveCall.run
// expect java: terminates
// expect unbounded: terminates
class HalveCall {
    static int half(int n) {
        return n < 2 ? 0 : 1 + half(n - 2);
    }

    static void run(int n) {
        while (n > 0) n = half(n);
    }
}
