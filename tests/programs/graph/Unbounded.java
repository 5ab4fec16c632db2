// graph: Unbounded.beyond
// leaves: ArrayIndexOutOfBoundsException@13 NullPointerException@12
/** Loops and recursions that no bound on paths covers: one stays inside, the others do not. */
class Unbounded {
    static int sum(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    static int beyond(int[] a, int s) {
        for (int i = 0; i < a.length; i++) {
            if (i > 50) s += a[i + 1];
        }
        return s;
    }
    static int deep(Unbounded u) {
        return u == null ? 0 : 1 + deep(u.next);
    }

    Unbounded next;
}
// verdict: terminates
