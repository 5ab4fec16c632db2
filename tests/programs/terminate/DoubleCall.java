// What comes back is twice what went in; nothing that is passed is so large that it would wrap around.
// method: DoubleCall.run
// expect java: terminates
// expect unbounded: terminates
class DoubleCall {
    static int twice(int n) {
        return n <= 0 ? 0 : 2 + twice(n - 1);
    }

    static void run(int n) {
        while (n > 0 && n < 100) n = twice(n);
    }
}
