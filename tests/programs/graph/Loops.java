// graph: Loops.all
// leaves: nothing
/** Indices stay inside: forward, backward, towards each other, over texts. */
class Loops {
    static int all(int[] a, int[] b, String s, int n) {
        if (a == null || b == null || s == null || n > a.length) return 0;
        int sum = 0;
        for (int i = 0; i < n; i++) sum += a[i];
        for (int i = b.length - 1; i >= 0; i--) sum += b[i];
        for (int i = 0, j = a.length - 1; i < j; i++, j--) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        for (int i = 0; i < s.length(); i++) sum += s.charAt(i);
        return sum;
    }
}
// verdict: terminates
