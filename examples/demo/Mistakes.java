/** Three mistakes no compiler sees: one breaks, one never stops, one does nothing. */
public class Mistakes {
    /** Whether a number is odd. */
    static boolean isOdd(int n) {
        boolean odd = n % 2 == 1;
        assert odd == ((n & 1) != 0) : n;
        return odd;
    }

    /** How often two can be taken away before nothing is left. */
    static int pairs(int n) {
        int pairs = 0;
        while (n != 0) {
            n -= 2;
            pairs++;
        }
        return pairs;
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
