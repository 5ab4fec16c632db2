// graph: Rethrown.get
// leaves: ArrayIndexOutOfBoundsException@8 NullPointerException@8
/** An exception that a `finally` throws on was made where it was made. */
class Rethrown {
    static int get(int[] array, int index) {
        int count = 0;
        try {
            return array[index];
        } finally {
            count++;
        }
    }
}
// verdict: terminates
