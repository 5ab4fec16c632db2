// method: Doubling.above
// The powers of two wrap around to zero, which stays zero.
// expect java: diverges
// expect unbounded: terminates
class Doubling {
    static int above(int n) {
        int i = 1;
        while (i < n) i *= 2;
        return i;
    }
}
