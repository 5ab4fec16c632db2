// An exception knows where it comes from.
// method: HasTrace.run
// expect java: unknown
// expect unbounded: unknown
class HasTrace {
    static void run() {
        while (new Exception().getStackTrace().length == 0) {
        }
    }
}
