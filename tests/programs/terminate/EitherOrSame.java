// Two numbers that differ in two cases out of three when the call is made.
// method: EitherOrSame.run
// expect java: diverges
// expect unbounded: diverges
class EitherOrSame {
    static int down(int a, int b) {
        return a == b ? down(a, b) : a;
    }

    static void run(int n) {
        int a = n % 3;
        int b = a == 0 ? 1 : a == 1 ? 0 : 2;
        down(a, b);
    }
}
