// method: UnknownNative.run
// expect java: unknown
// expect unbounded: unknown
class UnknownNative {
    static native int ask();

    static void run() {
        while (ask() != 0) {
        }
    }
}
