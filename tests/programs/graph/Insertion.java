// graph: Insertion.sort
// leaves: NullPointerException@6
/** The place that is found lies behind an index that may be -1. */
class Insertion {
    static void sort(int[] b) {
        for (int i = 1; i < b.length; i++) {
            int value = b[i];
            int j = i - 1;
            for (; j >= 0 && b[j] > value; j--) b[j + 1] = b[j];
            b[j + 1] = value;
        }
    }
}
// verdict: terminates
