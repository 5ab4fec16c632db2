// The bit methods of Integer.
public class IntegerBits {
    public static void main(String[] args) {
        for (int x : new int[] {0, 1, -1, 40, Integer.MIN_VALUE, 0x12345678}) {
            System.out.println(x + " " + Integer.bitCount(x) + " " + Integer.highestOneBit(x) + " " + Integer.lowestOneBit(x)
                + " " + Integer.numberOfLeadingZeros(x) + " " + Integer.numberOfTrailingZeros(x)
                + " " + Integer.reverse(x) + " " + Integer.reverseBytes(x) + " " + Integer.rotateLeft(x, 9) + " " + Integer.rotateRight(x, 5));
        }
        System.out.println(Integer.toBinaryString(-8) + " " + Integer.toOctalString(64) + " " + Integer.toString(-255, 16) + " " + Integer.toUnsignedString(-1));
        System.out.println(Integer.divideUnsigned(-1, 3) + " " + Integer.compareUnsigned(1, -1) + " " + Integer.parseUnsignedInt("4294967295"));
    }
}
