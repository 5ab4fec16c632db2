/** The largest element of an array, read with a share of the permission. */
class ArrayMax {
    //@ requires acc(a[..], 1/2) && a.length > 0;
    //@ ensures acc(a[..], 1/2);
    //@ ensures forall int i; 0 <= i && i < a.length ==> a[i] <= result;
    //@ ensures exists int i; 0 <= i && i < a.length && a[i] == result;
    static int max(int[] a) {
        int best = a[0];
        int where = 0;
        for (int i = 1; i < a.length; i++) {
            //@ invariant acc(a[..], 1/2) && 1 <= i && i <= a.length;
            //@ invariant 0 <= where && where < i && a[where] == best;
            //@ invariant forall int k; 0 <= k && k < i ==> a[k] <= best;
            //@ decreases a.length - i;
            if (a[i] > best) {
                best = a[i];
                where = i;
            }
        }
        return best;
    }
}
