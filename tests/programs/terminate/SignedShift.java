// method: SignedShift.bits
// Shifting -1 to the right leaves -1.
// expect java: diverges
// expect unbounded: diverges
class SignedShift {
    static int bits(int n) {
        int count = 0;
        while (n != 0) {
            count += n & 1;
            n >>= 1;
        }
        return count;
    }
}
