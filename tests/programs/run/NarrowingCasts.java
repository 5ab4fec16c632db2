// Casts from floating point saturate, casts from integers truncate.
public class NarrowingCasts {
    public static void main(String[] args) {
        System.out.println((int) 1e10 + " " + (int) -1e10 + " " + (int) Double.NaN + " " + (long) 1e30 + " " + (long) Float.NEGATIVE_INFINITY);
        System.out.println((byte) 300 + " " + (byte) 1e10 + " " + (short) 1e10 + " " + (char) 1e10 % 7 + " " + (byte) -129);
        System.out.println((int) 3.99 + " " + (int) -3.99 + " " + (long) -0.5);
        System.out.println((float) 16777217 + " " + (double) Long.MAX_VALUE + " " + (float) 1e40 + " " + (float) 1e-50);
        System.out.println((int) 0x1_0000_0001L + " " + (byte) 0x1ff);
    }
}
