/** Elements, ranges of elements, and shares of them. */
class Arrays {
    //@ requires acc(a[i]);
    //@ ensures acc(a[i]) && a[i] == 7;
    static void one(int[] a, int i) {
        a[i] = 7;
    }

    static void noPermission(int[] a) {
        if (a != null && a.length > 0) {
            a[0] = 1; //~ assignment.failed:insufficient.permission
        }
    }

    //@ requires acc(a[..]);
    //@ ensures acc(a[..]);
    static int outside(int[] a, int i) {
        return a[i]; //~ assignment.failed:index.out.of.bounds
    }

    //@ requires acc(a[lo..hi]);
    //@ ensures acc(a[lo..hi]);
    //@ ensures forall int i; lo <= i && i < hi ==> a[i] == 0;
    static void clear(int[] a, int lo, int hi) {
        for (int k = lo; k < hi; k++) {
            //@ invariant lo <= k && k <= hi && acc(a[lo..hi]);
            //@ invariant forall int i; lo <= i && i < k ==> a[i] == 0;
            a[k] = 0;
        }
    }

    //@ requires acc(a[..]) && a.length == 10 && a[9] == 5;
    //@ ensures acc(a[..]) && a[9] == 5 && a[3] == 0;
    static void clearsAPart(int[] a) {
        clear(a, 0, 5);
    }

    //@ requires acc(a[..]) && a.length == 10 && a[4] == 5;
    //@ ensures acc(a[..]);
    //@ ensures a[4] == 5; //~ postcondition.violated:assertion.false
    static void losesAValue(int[] a) {
        clear(a, 0, 5);
    }

    //@ requires acc(a[0..5]) && acc(a[5..10]);
    //@ ensures acc(a[0..10]);
    static void joins(int[] a) {
    }

    //@ requires acc(a[0..5]) && acc(a[6..10]);
    //@ ensures acc(a[0..10]); //~ postcondition.violated:insufficient.permission
    static void leavesAHole(int[] a) {
    }

    //@ requires acc(a[0..5]);
    //@ ensures acc(a[0..5]) && acc(a[2..3]); //~ postcondition.violated:insufficient.permission
    static void duplicates(int[] a) {
    }

    //@ requires acc(a[0..5], 1/2);
    //@ ensures acc(a[0..5], 1/2);
    static void readsOnly(int[] a) {
        a[0] = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(a[0..5]) && acc(b[0..5]);
    //@ ensures acc(a[0..5]) && acc(b[0..5]) && a != b;
    static void differentArrays(int[] a, int[] b) {
    }

    //@ requires 0 <= n;
    //@ ensures acc(result[..]) && result.length == n;
    //@ ensures forall int i; 0 <= i && i < n ==> result[i] == 0;
    static int[] fresh(int n) {
        return new int[n];
    }

    static int[] negative(int n) {
        return new int[n]; //~ negative.array.size:assertion.false
    }

    //@ ensures acc(result[..]) && result.length == 3 && result[1] == 20;
    static int[] listed() {
        int[] a = {10, 20, 30};
        return a;
    }

    //@ requires acc(a[..]);
    //@ ensures acc(a[..]) && a[..] == old(a[..]);
    static void keeps(int[] a) {
        if (a.length > 1) {
            int x = a[0];
            a[0] = a[1];
            a[0] = x;
        }
    }

    //@ requires acc(a[..], 1/2) && acc(b[..]) && a.length == b.length;
    //@ ensures acc(a[..], 1/2) && acc(b[..]) && b[..] == a[..];
    static void copy(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            //@ invariant acc(a[..], 1/2) && acc(b[..]) && 0 <= i && i <= a.length && b[0..i] == a[0..i];
            b[i] = a[i];
        }
    }

    //@ requires acc(a[..]) && acc(b[..]) && a.length == b.length;
    //@ ensures acc(a[..]) && acc(b[..]);
    static void slices(int[] a, int[] b) {
        //@ assert a[0..0] == b[0..0];
        //@ assert a[..].length == a.length;
        //@ assert a[..] == b[..]; //~ assert.failed:assertion.false
    }
}
