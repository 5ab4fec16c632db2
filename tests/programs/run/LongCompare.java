// Comparisons of longs, ints, chars and booleans.
class LongCompare {
    static String rel(long a, long b) {
        return (a < b) + " " + (a <= b) + " " + (a == b) + " " + (a != b) + " " + (a >= b) + " " + (a > b);
    }
    public static void main(String[] args) {
        long[] values = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE, 1L << 32, (1L << 32) + 1};
        for (long a : values) for (long b : values) System.out.println(a + " " + b + ": " + rel(a, b));
        System.out.println(Long.compare(1, 2) + " " + Integer.compareUnsigned(-1, 1) + " " + Character.compare('a', 'b'));
        System.out.println(Long.divideUnsigned(-1, 10) + " " + Integer.remainderUnsigned(-1, 7) + " " + Long.toUnsignedString(-1));
        boolean t = true, f = false;
        System.out.println((t & f) + " " + (t | f) + " " + (t ^ t) + " " + (t && !f));
    }
}
