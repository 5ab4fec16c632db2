// However large integers are, a byte is never 128 and a char never negative.
// method: NarrowedAway.never
// expect java: terminates
// expect unbounded: terminates
class NarrowedAway {
    static void never(int x) {
        while ((byte) x > 127 || (char) x < 0 || (short) x < -32768) {
        }
    }
}
