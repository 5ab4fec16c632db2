// The smallest `int` has no absolute value: `Math.abs` gives it back. Among unbounded integers there is no such number.
// method: AbsoluteValue.run
// expect java: diverges
// expect unbounded: terminates
class AbsoluteValue {
    static void run(int x) {
        while (x < 0) {
            x = Math.abs(x);
        }
    }
}
