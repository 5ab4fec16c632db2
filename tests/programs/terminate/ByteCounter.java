// method: ByteCounter.run
// A byte wraps around at 127, whatever integers are.
// expect java: diverges
// expect unbounded: diverges
class ByteCounter {
    static void run() {
        for (byte b = 0; b < 200; b++) {
        }
    }
}
