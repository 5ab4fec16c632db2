// method: WrappedResidue.run
// However large integers are, a char wraps around: 65535 + 3 is 2, which leaves the class of multiples of three: it stops, and no proof is known.
// expect java: unknown
// expect unbounded: unknown
class WrappedResidue {
    static void run() {
        char c = 0;
        while (c % 3 == 0) c += 3;
    }
}
