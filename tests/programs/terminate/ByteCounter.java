// method: ByteCounter.run
// A byte wraps around at 127.
// expect java: diverges
// Known gap: without bounds a conversion to byte is any number.
// expect unbounded: unknown
class ByteCounter {
    static void run() {
        for (byte b = 0; b < 200; b++) {
        }
    }
}
