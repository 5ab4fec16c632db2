// What the constant is made of may have been another when its class was initialised.
// method: ObjectOfOldDays.run
// expect java: unknown
// expect unbounded: unknown
class ObjectOfOldDays {
    static int[] sizes = new int[3];

    static class Limits {
        static final int MOST = sizes[0];
        static final boolean NONE = sizes == null;
    }

    static void run() {
        sizes = new int[1];
        while (Limits.MOST == 4 || Limits.NONE) {
        }
    }
}
