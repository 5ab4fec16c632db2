// method: ShiftBeyondWidth.run
// expect java: terminates
// expect unbounded: terminates
// The distance of a shift counts modulo the width: by 33 an `int` is halved.
class ShiftBeyondWidth {
    static void run(int n) {
        while (n > 0) {
            n = n >> 33;
        }
    }
}
