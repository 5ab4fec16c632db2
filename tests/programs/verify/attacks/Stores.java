/** Arrays that take less than their type says. */
class Stores {
    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]);
    static void put(Object[] a, Object x) {
        a[0] = x; //~ array.store:assertion.false
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]) && a[0] == x;
    static void base(Stores[] a, Stores x) {
        a[0] = x; //~ array.store:assertion.false
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]);
    static void rows(Object[][] a, Object[] row) {
        a[0] = row; //~ array.store:assertion.false
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]) && a[0] == row;
    static void numbers(int[][] a, int[] row) {
        a[0] = row;
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]) && a[0] == null;
    static void nothing(Object[] a) {
        a[0] = null;
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]) && a[0] == null; //~ postcondition.violated:assertion.false
    static void text(String[] a) {
        a[0] = "x";
    }

    //@ requires acc(a[..]) && a.length > 0 && exact(a);
    //@ ensures acc(a[..]) && a[0] == x;
    static void told(Object[] a, Object x) {
        a[0] = x;
    }

    //@ ensures acc(result[..]) && result.length == 2 && exact(result) && result[1] == x;
    static Object[] made(Object x) {
        Object[] out = new Object[2];
        out[1] = x;
        return out;
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]);
    static void untold(Object[] a, Object x) {
        told(a, x); //~ call.precondition:assertion.false
    }

    //@ requires acc(a[..]) && a.length > 0 && exact(a);
    //@ ensures acc(a[..]);
    static void other(Object[] a, Object[][] b, Object x) {
        //@ assert exact(b); //~ assert.failed:assertion.false
        a[0] = x;
    }
}

class SpecialStores extends Stores {
}

/** An array of its own takes everything. */
class Shelf {
    Object[] items;
    int size;

    //@ predicate valid() = acc(items) && acc(size) && acc(items[..]) && exact(items) && 0 <= size && size <= items.length;

    //@ ensures valid();
    Shelf() {
        items = new Object[4];
        //@ close valid();
    }

    //@ requires valid();
    //@ ensures valid();
    void push(Object x) {
        //@ open valid();
        if (size < items.length) {
            items[size] = x;
            size++;
        }
        //@ close valid();
    }
}
