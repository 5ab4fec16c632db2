// Shift counts are taken modulo the width.
public class ShiftWidths {
    public static void main(String[] args) {
        System.out.println((1 << 32) + " " + (1 << 33) + " " + (1 << -1) + " " + (1L << 32) + " " + (1L << 64));
        System.out.println((-1 >> 31) + " " + (-1 >>> 31) + " " + (-1 >>> 28) + " " + (-1L >>> 60));
        System.out.println((5 >> 35L) + " " + (-17 >> 2) + " " + (-17 >>> 30) + " " + -17 / 4);
        byte b = (byte) 0x80;
        System.out.println((b >>> 1) + " " + ((b & 0xff) >>> 1));
        b >>>= 1;
        System.out.println(b);
        short s = -1;
        s >>>= 10;
        System.out.println(s);
    }
}
