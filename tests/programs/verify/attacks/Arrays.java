/** Arrays: ranges that overlap, elements out of range, contents that changed. */
class Arrays {
    int[] items;

    //@ requires acc(a[..]);
    //@ ensures acc(a[..]) && a[0] == 1; //~ not.wellformed:insufficient.permission
    static void firstOfEmpty(int[] a) {
        a[0] = 1; //~ assignment.failed:index.out.of.bounds
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]);
    static void oneTooFar(int[] a) {
        a[a.length] = 1; //~ assignment.failed:index.out.of.bounds
    }

    //@ requires acc(a[0..5]) && acc(a[4..8]);
    //@ ensures false;
    static void overlapping(int[] a) {
    }

    //@ requires acc(a[0..8]);
    //@ ensures acc(a[0..8]);
    static void callsOverlapping(int[] a) {
        overlapping(a); //~ call.precondition:insufficient.permission
    }

    //@ requires acc(a[0..5]);
    //@ ensures acc(a[0..5]);
    static void outsideTheRange(int[] a) {
        a[5] = 1; //~ assignment.failed:index.out.of.bounds
        //~^ assignment.failed:insufficient.permission
    }

    //@ requires acc(a[0..5]);
    //@ ensures acc(a[0..6]); //~ postcondition.violated:assertion.false
    //~^ postcondition.violated:insufficient.permission
    static void growsTheRange(int[] a) {
    }

    //@ requires acc(a[..]) && 0 <= i && i < a.length && 0 <= j && j < a.length;
    //@ ensures acc(a[..]) && a[i] == 1; //~ postcondition.violated:assertion.false
    static void indicesMayMeet(int[] a, int i, int j) {
        a[i] = 1;
        a[j] = 2;
    }

    //@ requires a != null && b != null && acc(a[..], 1/2) && acc(b[..], 1/2);
    //@ ensures acc(a[..], 1/2) && acc(b[..], 1/2) && a != b; //~ postcondition.violated:assertion.false
    static void arraysMayMeet(int[] a, int[] b) {
    }

    //@ requires acc(a[..], 1/2) && a.length > 0;
    //@ ensures acc(a[..], 1/2);
    static void writesAShare(int[] a) {
        a[0] = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(a[..]);
    //@ ensures acc(a[..]) && a[..] == old(a[..]); //~ postcondition.violated:assertion.false
    static void contentsChange(int[] a) {
        if (a.length > 2) {
            a[1] = a[1] + 1;
        }
    }

    //@ requires acc(a[..]) && a.length > 1;
    //@ ensures acc(a[..]) && multiset(a[0]) == multiset(old(a[0])); //~ postcondition.violated:assertion.false
    static void loses(int[] a) {
        a[0] = a[1];
    }

    static int[] negativeSize(int n) {
        return new int[n]; //~ negative.array.size:assertion.false
    }

    //@ requires n >= 0;
    //@ ensures acc(result[..]) && result.length == n + 1; //~ postcondition.violated:assertion.false
    static int[] wrongSize(int n) {
        return new int[n];
    }

    //@ requires n > 0;
    //@ ensures acc(result[..]) && result.length == n && result[0] == 1; //~ postcondition.violated:assertion.false
    static int[] zeroed(int n) {
        return new int[n];
    }

    //@ requires a != null;
    //@ ensures result == a.length;
    static int withoutPermission(int[] a) {
        return a[0]; //~ assignment.failed:index.out.of.bounds
        //~^ assignment.failed:insufficient.permission
    }

    static int lengthOfNull(int[] a) {
        return a.length; //~ assignment.failed:receiver.null
    }

    //@ requires acc(a[..]) && (forall int i; 0 <= i && i < a.length ==> a[i] >= 0);
    //@ ensures acc(a[..]) && (forall int i; 0 <= i && i <= a.length - 1 ==> a[i] > 0); //~ postcondition.violated:assertion.false
    static void strongerForAll(int[] a) {
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]) && (exists int i; 0 <= i && i < a.length && a[i] == 9); //~ postcondition.violated:assertion.false
    static void noWitness(int[] a) {
    }

    //@ requires acc(items) && items != null && acc(items[..]);
    //@ ensures acc(items) && acc(items[..]); //~ postcondition.violated:assertion.false
    void swapsTheArray() {
        items = null;
    }

    //@ requires acc(a[..]) && acc(b[..]) && a.length == b.length;
    //@ ensures acc(a[..]) && acc(b[..]) && a[..] == b[..]; //~ postcondition.violated:assertion.false
    static void almostCopies(int[] a, int[] b) {
        int i = 1;
        //@ invariant acc(a[..]) && acc(b[..], 1/2) && 1 <= i;
        //@ invariant forall int k; 1 <= k && k < i && k < a.length ==> a[k] == b[k];
        while (i < a.length) {
            a[i] = b[i];
            i++;
        }
    }

    //@ requires acc(a[0..n], 1/2) && acc(a[m..9], 1/2) && 0 <= n && n <= 9 && 0 <= m && m <= 9 && a.length == 9;
    //@ ensures acc(a[0..n], 1/2) && acc(a[m..9], 1/2);
    static void sumsSharesWhereTheyMeet(int[] a, int n, int m) {
        if (n > 0) {
            a[0] = 1; //~ assignment.failed:insufficient.permission
        }
    }

    //@ requires acc(a[..]) && a.length == 3;
    //@ ensures acc(a[..]) && a[0..2] == seq(a[0], a[2]); //~ postcondition.violated:assertion.false
    static void wrongSlice(int[] a) {
    }

    static void storesIntoObjects(Object[] a, Object x) {
        a[0] = x; //~ assignment.failed:index.out.of.bounds
        //~^ assignment.failed:insufficient.permission
        //~^^ assignment.failed:receiver.null
        //~^^^ array.store:assertion.false
    }
}
