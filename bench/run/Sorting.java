// Sorting: Arrays.sort of ints, of objects by comparator, and a quicksort by hand.
import java.util.*;
class Sorting {
    static void quick(int[] a, int lo, int hi) {
        int i = lo, j = hi, p = a[(lo + hi) >>> 1];
        while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } }
        if (lo < j) quick(a, lo, j);
        if (i < hi) quick(a, i, hi);
    }
    public static void main(String[] args) {
        Random random = new Random(1);
        int[] a = random.ints(300_000).toArray(), b = a.clone();
        Integer[] c = new Integer[60_000];
        for (int i = 0; i < c.length; i++) c[i] = a[i];
        Arrays.sort(a);
        quick(b, 0, b.length - 1);
        Arrays.sort(c, Comparator.reverseOrder());
        System.out.println(Arrays.equals(a, b) + " " + a[1000] + " " + c[1000]);
    }
}
