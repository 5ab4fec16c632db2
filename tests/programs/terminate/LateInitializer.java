// Whether the other class was initialised before, nobody knows; if it was, the flag may be anything.
// method: LateInitializer.run
// expect java: unknown
// expect unbounded: unknown
class LateInitializer {
    static boolean go;

    static class Other {
        static int one = 1;

        static {
            go = false;
        }
    }

    static int run() {
        int one = Other.one;
        while (go) {
        }
        return one;
    }
}
