// run: explore --heap all
// safe: Nulls.guarded Nulls.fresh Nulls.annotated
class Nulls {
    @interface NonNull {}

    static final class Box { int value; Box inner; }

    static int field(Box b) {
        if (b == null) return 0;
        return b.inner.value; //~ NullPointerException
    }

    static int guarded(Box b) {
        if (b == null || b.inner == null) return 0;
        return b.inner.value;
    }

    static int fresh() {
        Box b = new Box();
        b.inner = new Box();
        return b.inner.value;
    }

    static int cleared(Box b) {
        if (b == null || b.inner == null) return 0;
        Box c = b.inner;
        c.inner = null;
        if (c == b) {
            return b.inner.value; //~ NullPointerException
        }
        return 1;
    }

    static int annotated(@NonNull Box b) {
        return b.value;
    }

    static int array(int[][] rows) {
        if (rows == null || rows.length == 0) return 0;
        return rows[0].length; //~ NullPointerException
    }
}
