/** Three mistakes no compiler sees: one breaks, one never stops, one does nothing. */
public class Mistakes {
    /** Whether a number is odd. */
    static boolean isOdd(int n) {
        boolean odd = n % 2 == 1;
        assert odd == ((n & 1) != 0);
        return odd;
    }

    /** The sum of the numbers up to the given one. */
    static long sum(int n) {
        long sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += i;
        }
        return sum;
    }

    /** The larger of two numbers. */
    static int larger(int a, int b) {
        int larger = a;
        int other = b;
        if (b > a) {
            other = b;
        }
        return larger;
    }
}
