// The call never returns, it throws; then the caller goes on as before.
// method: ThrownBack.run
// expect java: diverges
// expect unbounded: diverges
class ThrownBack {
    static int less(int n) {
        if (n == 0) throw new IllegalStateException();
        return less(n - 1);
    }

    static void run(int n) {
        while (n > 0) {
            try {
                n = less(n);
            } catch (IllegalStateException e) {
                n = n + 0;
            }
        }
    }
}
