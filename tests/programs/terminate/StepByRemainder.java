// A remainder lies between zero and its divisor, whatever the number. Only the library says so: the code of `floorMod` plays with bits.
// method: StepByRemainder.run
// expect java: terminates
// expect unbounded: terminates
class StepByRemainder {
    static void run(int x) {
        int step = Math.floorMod(x, 10) + 1;
        for (int i = 0; i < 1000; i += step) {
        }
    }
}
