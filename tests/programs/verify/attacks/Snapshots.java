// What a closed predicate remembers: only what it holds, and nothing where it holds nothing.
class Snapshots {
    int level;

    /*@ static predicate front(int[] a) = acc(a[0..2]);
        static predicate halfFront(int[] a) = acc(a[0..2], 1/2);
        static predicate inside(int[] a, int n) = a != null && 0 <= n && n <= a.length && acc(a[0..n]);
        predicate share(int n) = 0 <= n && n <= 1 && acc(level, n); @*/

    //@ requires acc(a[..], 1/2);
    //@ ensures acc(a[..], 1/2);
    static void forget(int[] a) {
    }

    //@ requires acc(a[..]) && a.length == 4;
    //@ ensures true;
    static void changedOutside(int[] a) {
        a[3] = 1;
        //@ close acc(front(a), 1/2);
        a[3] = 2;
        forget(a);
        //@ close acc(front(a), 1/2);
        //@ assert false; //~ assert.failed:assertion.false
    }

    //@ requires acc(a[..]) && a.length == 4;
    //@ ensures true;
    static void halves(int[] a) {
        a[2] = 1;
        //@ close acc(halfFront(a), 1/2);
        a[2] = 2;
        //@ close acc(halfFront(a), 1/2);
        //@ assert false; //~ assert.failed:assertion.false
    }

    //@ requires acc(a[..]) && a.length == 4 && n == 2;
    //@ ensures true;
    static void otherBounds(int[] a, int n) {
        a[2] = 1;
        //@ close acc(inside(a, n), 1/2);
        a[2] = 2;
        //@ close acc(inside(a, 2), 1/2);
        //@ assert false; //~ assert.failed:assertion.false
    }

    //@ requires acc(a[..]) && a.length == 4;
    //@ ensures acc(a[..]) && a[1] == 5 && a[3] == 2;
    static void valuesInsideAreKept(int[] a) {
        a[1] = 5;
        a[3] = 1;
        //@ close acc(front(a), 1/2);
        a[3] = 2;
        //@ close acc(front(a), 1/2);
        //@ open front(a);
    }

    //@ requires acc(level) && n == 0;
    //@ ensures acc(level);
    void closedTwice(int n) {
        level = 1;
        //@ close share(n);
        level = 2;
        //@ close share(n);
        //@ assert false; //~ assert.failed:assertion.false
    }

    //@ requires acc(level) && n == 1;
    //@ ensures acc(level) && level == 3;
    void wholeIsRemembered(int n) {
        level = 3;
        //@ close share(n);
        //@ open share(n);
    }

    //@ requires y != null;
    //@ ensures result == 1;
    static int guardedInvariant(Snapshots y) {
        int i = 0;
        while (i < 3) {
            //@ invariant y == null || y.level > 0; //~ invariant.not.established:insufficient.permission
            i = i + 1;
        }
        return 0;
    }
}
