// method: WrappedResidue.run
// 65535 + 3 wraps around to 2, which leaves the class of multiples of three: it stops, and no proof is known.
// expect java: unknown
// expect unbounded: diverges
class WrappedResidue {
    static void run() {
        char c = 0;
        while (c % 3 == 0) c += 3;
    }
}
