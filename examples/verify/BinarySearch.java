/** Binary search in a sorted array, with the midpoint that cannot overflow. */
class BinarySearch {
    //@ requires acc(a[..], 1/2);
    //@ requires forall int i, int j; 0 <= i && i < j && j < a.length ==> a[i] <= a[j];
    //@ ensures acc(a[..], 1/2);
    //@ ensures result >= 0 ==> result < a.length && a[result] == key;
    //@ ensures result < 0 ==> (forall int i; 0 <= i && i < a.length ==> a[i] != key);
    static int find(int[] a, int key) {
        int low = 0;
        int high = a.length;
        while (low < high) {
            //@ invariant acc(a[..], 1/2) && 0 <= low && low <= high && high <= a.length;
            //@ invariant forall int i, int j; 0 <= i && i < j && j < a.length ==> a[i] <= a[j];
            //@ invariant forall int i; 0 <= i && i < low ==> a[i] < key;
            //@ invariant forall int i; high <= i && i < a.length ==> key < a[i];
            //@ decreases high - low;
            int middle = low + (high - low) / 2;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (key < a[middle]) {
                high = middle;
            } else {
                return middle;
            }
        }
        return -1;
    }
}
