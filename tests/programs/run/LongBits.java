// The bit methods of Long.
public class LongBits {
    public static void main(String[] args) {
        for (long x : new long[] {0, 1, -1, 40, Long.MIN_VALUE, 0x123456789abcdefL}) {
            System.out.println(x + " " + Long.bitCount(x) + " " + Long.highestOneBit(x) + " " + Long.lowestOneBit(x)
                + " " + Long.numberOfLeadingZeros(x) + " " + Long.numberOfTrailingZeros(x)
                + " " + Long.reverse(x) + " " + Long.reverseBytes(x) + " " + Long.rotateLeft(x, 9) + " " + Long.rotateRight(x, 65));
        }
        System.out.println(Long.toBinaryString(5) + " " + Long.toHexString(-1) + " " + Long.toString(Long.MIN_VALUE, 36));
    }
}
