// Two numbers that differ whenever the call is made; what differs is lost if both cases become one.
// method: EitherEntry.run
// expect java: terminates
// expect unbounded: terminates
class EitherEntry {
    static int down(int a, int b) {
        return a == b ? down(a - 1, b - 1) : a;
    }

    static void run(int n) {
        int a = n % 2;
        int b = a == 0 ? 1 : 0;
        down(a, b == 1 ? 1 : 0);
    }
}
