// Whatever fails is caught, but nothing is tried again.
// method: RetriesNothing.run
// expect java: terminates
// expect unbounded: terminates
class RetriesNothing {
    static int depth(int n) {
        return n <= 0 ? 0 : 1 + depth(n - 1);
    }

    static void run(Object[] values, int n) {
        try {
            for (int i = 0; i < n; i++) {
                synchronized (values) {
                    values[0] = new int[i];
                }
            }
            depth(n);
        } catch (Throwable e) {
            values = null;
        }
        for (int i = 0; i < n; i++) {
            try {
                n--;
            } catch (Throwable e) {
                n++;
            }
        }
    }
}
