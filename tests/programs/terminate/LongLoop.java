// method: LongLoop.run
// An int never reaches a limit beyond it; a mathematical integer does.
// expect java: diverges
// expect unbounded: terminates
class LongLoop {
    static void run(long limit) {
        for (int i = 0; i < 3_000_000_000L; i++) {
        }
    }
}
