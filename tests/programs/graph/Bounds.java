// Differences between index and length rule the exception out.
// graph: Bounds.sum
// loops: 1
// throws: NullPointerException
// verdict: terminates
class Bounds {
    static int sum(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }
}
