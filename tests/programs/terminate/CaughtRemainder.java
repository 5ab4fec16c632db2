// Only a divisor of zero throws: whoever catches that has not gone round for good.
// method: CaughtRemainder.run
// expect java: diverges
// expect unbounded: diverges
class CaughtRemainder {
    static void run(int x, int y) {
        try {
            Math.floorMod(x, y);
        } catch (ArithmeticException e) {
            while (true) {
            }
        }
    }
}
