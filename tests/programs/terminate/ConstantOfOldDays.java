// The class of the constant may have been initialised long ago, when the static field was another.
// method: ConstantOfOldDays.run
// expect java: unknown
// expect unbounded: unknown
class ConstantOfOldDays {
    static int size;

    static class Limits {
        static final int MOST = size;
    }

    static void run() {
        size = 1;
        while (Limits.MOST == 4) {
        }
    }
}
