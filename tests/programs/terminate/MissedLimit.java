// method: MissedLimit.run
// An odd limit is never hit; wrapping around does not change that, because it keeps even numbers even.
// expect java: diverges
// expect unbounded: diverges
class MissedLimit {
    static int run(int n) {
        int i = 0;
        while (i != n) i += 2;
        return i;
    }
}
