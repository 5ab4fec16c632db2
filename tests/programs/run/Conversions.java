// Widening and narrowing between all numeric types.
class Conversions {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1.5, -1.5, 1e10, -1e10, 1e20, -1e20, Double.NaN,
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 255.9, 65536.5};
        for (double d : values) {
            System.out.println((int) d + " " + (long) d + " " + (float) d + " " + (byte) d + " " + (short) d + " " + (int) (char) d);
            float f = (float) d;
            System.out.println((int) f + " " + (long) f + " " + (double) f);
        }
        long big = 0x123456789abcdefL;
        System.out.println((int) big + " " + (short) big + " " + (byte) big + " " + (char) (big & 0x7f) + " " + (float) big + " " + (double) big);
        int i = 16777217;
        System.out.println((float) i + " " + (double) i + " " + (long) i);
        System.out.println((int) 'z' + " " + (char) 97 + " " + (byte) 'é');
    }
}
