// run: explore --heap all
// safe: Cached.small Cached.large Cached.known Cached.character Cached.wide Cached.kinds Cached.itself Cached.sum Cached.stored Cached.table
// unknown: Cached.input
// Boxes of unknown numbers: one object, which is the cache's where the number is small.
class Cached {
    static void small(int i) {
        Integer a = i, b = i;
        if (i >= -128 && i <= 127) assert a == b;
    }

    static void large(int i) {
        Integer a = i, b = i;
        if (i < -128 || i > 127) assert a != b && a.equals(b);
    }

    static void either(int i) {
        Integer a = i, b = i;
        assert a == b; //~ AssertionError
    }

    static void twoNumbers(int i, int j) {
        Integer a = i, b = j;
        assert a != b; //~ AssertionError
    }

    static void known(int i) {
        Integer a = i, seven = 7;
        assert (a == seven) == (i == 7);
    }

    static void beyond(int i) {
        Integer a = i, big = 1000;
        assert i != 1000 || a == big; //~ AssertionError
    }

    static void character(char c) {
        Character a = c, b = c;
        assert (a == b) == (c <= 127);
    }

    static void wide(long l, short s, byte t) {
        Long a = l, b = l;
        Short c = s, d = s;
        Byte e = t, f = t;
        assert (a == b) == (l >= -128 && l < 128);
        assert (c == d) == (s >= -128 && s < 128);
        assert e == f;
    }

    static void kinds(int i) {
        Object a = i, b = (long) i;
        assert a != b && !a.equals(b);
    }

    static void itself(int i) {
        Integer a = i;
        Object b = a;
        assert a == b && a != null;
    }

    static void sum(int i, int j) {
        Integer a = i, b = j;
        int k = a + b;
        assert k - j == i;
    }

    static void stored(int i, boolean first) {
        Integer[] all = { i, 7 };
        Integer one = first ? all[0] : all[1];
        assert one == all[0] || one == all[1];
    }

    static void table(int i, int j) {
        java.util.IdentityHashMap<Integer, String> map = null;
        java.util.TreeMap<Integer, Integer> tree = new java.util.TreeMap<>();
        tree.put(i, 1);
        tree.put(j, 2);
        assert tree.size() == (i == j ? 1 : 2) && map == null;
    }

    // The input may be the object of the cache.
    static void input(Integer box, int i) {
        Integer a = i;
        assert box != a;
    }

    static void inputBeyond(Integer box, int i) {
        Integer a = i;
        if (i > 500 && box != null && box == i) {
            assert box != a;
            throw new IllegalStateException(); //~ IllegalStateException
        }
    }
}
