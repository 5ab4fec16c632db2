// An exception without a cause takes one later: what follows runs.
// unknown: LateCause.own()
// unknown: LateCause.raised(int)
class LateCause {
    static int own() {
        RuntimeException failure = new RuntimeException();
        failure.initCause(null);
        return 3;
    }

    static int raised(int n) {
        try {
            return 1 / n;
        } catch (ArithmeticException failure) {
            failure.initCause(new Error());
            return 2;
        }
    }
}
