// The remainder may be zero.
// method: StepByNothing.run
// expect java: diverges
// expect unbounded: diverges
class StepByNothing {
    static void run(int x) {
        int step = Math.floorMod(x, 10);
        for (int i = 0; i < 1000; i += step) {
        }
    }
}
