// The result is at least the greatest `int` in mathematical integers and wraps around in Java.
// method: WrappedResult.run
// expect java: diverges
// expect unbounded: terminates
class WrappedResult {
    static int sum(int n) {
        return n <= 0 ? Integer.MAX_VALUE : 1 + sum(n - 1);
    }

    static void run(int n) {
        int x = sum(n);
        while (x < 0) {
        }
    }
}
