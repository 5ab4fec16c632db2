// Bit twiddling through the library and by hand.
class Bits {
    static int reverse(int x) {
        int out = 0;
        for (int i = 0; i < 32; i++) { out = out << 1 | x & 1; x >>>= 1; }
        return out;
    }
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 42, 0x80000000, 0x12345678};
        for (int v : values) {
            System.out.println(Integer.bitCount(v) + " " + Integer.numberOfLeadingZeros(v) + " " + Integer.numberOfTrailingZeros(v)
                + " " + Integer.reverse(v) + " " + reverse(v) + " " + Integer.highestOneBit(v) + " " + Integer.rotateLeft(v, 5)
                + " " + Integer.reverseBytes(v) + " " + Integer.toBinaryString(v) + " " + Integer.toHexString(v) + " " + Integer.toOctalString(v));
            long l = v * 0x100000001L;
            System.out.println(Long.bitCount(l) + " " + Long.numberOfLeadingZeros(l) + " " + Long.numberOfTrailingZeros(l)
                + " " + Long.reverse(l) + " " + Long.toHexString(l) + " " + Long.rotateRight(l, 7));
        }
        System.out.println(Integer.parseInt("-7f", 16) + " " + Integer.toString(255, 36) + " " + Long.parseLong("-9223372036854775808"));
    }
}
