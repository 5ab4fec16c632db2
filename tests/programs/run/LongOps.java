// Long arithmetic, comparison and mixed promotion.
public class LongOps {
    public static void main(String[] args) {
        long big = 0x7fff_ffff_ffff_ffffL;
        System.out.println(big + " " + (big >>> 1) + " " + (big ^ -1) + " " + ~big);
        System.out.println((int) big + " " + (big > Integer.MAX_VALUE) + " " + Long.compare(-1, 1) + " " + Long.compareUnsigned(-1, 1));
        System.out.println(Long.divideUnsigned(-1, 10) + " " + Long.remainderUnsigned(-1, 10) + " " + Long.toUnsignedString(-1));
        System.out.println(1000000 * 1000000 + " " + 1000000L * 1000000);
        System.out.println(Math.multiplyHigh(big, big) + " " + Long.hashCode(big) + " " + Long.signum(-5L));
        int i = 7;
        long l = i;
        System.out.println(l == 7.0f);
        System.out.println('a' == 97L);
    }
}
