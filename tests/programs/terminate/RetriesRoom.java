// No JVM has room for the largest array, however often it is asked.
// method: RetriesRoom.run
// expect java: unknown
// expect unbounded: unknown
class RetriesRoom {
    static int[] room(int n) {
        return new int[n];
    }

    static void run(int n) {
        for (;;) {
            try {
                room(n);
                return;
            } catch (OutOfMemoryError e) {
                // once more
            }
        }
    }
}
