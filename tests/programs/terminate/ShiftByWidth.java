// method: ShiftByWidth.run
// expect java: diverges
// expect unbounded: diverges
// The distance of a shift counts modulo the width: by 32 an `int` is not shifted at all.
class ShiftByWidth {
    static void run(int n) {
        while (n > 0) {
            n = n >> 32;
        }
    }
}
