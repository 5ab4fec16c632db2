// run: explore
// safe: Copies.apart Copies.same
class Copies {
    static void apart(int[] a) {
        if (a == null || a.length == 0) return;
        int[] b = a.clone();
        b[0]++;
        assert a[0] != b[0] && a.length == b.length;
    }

    static void same(Object[] a, int i) {
        if (a == null || i < 0 || i >= a.length) return;
        a[0] = null;
        Object[] b = a.clone();
        assert b[i] == a[i] && b != a;
    }

    static void later(int[] a, int i) {
        if (a == null || i < 0 || i >= a.length) return;
        int[] b = a.clone();
        a[i] = 7;
        assert b[i] != 7; //~ AssertionError
    }
}
