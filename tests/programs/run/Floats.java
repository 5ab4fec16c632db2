// Floating point corner cases: NaN, signed zero, infinities, subnormals, remainders.
class Floats {
    public static void main(String[] args) {
        double nan = 0.0 / 0.0;
        System.out.println(nan == nan);
        System.out.println(nan != nan);
        System.out.println(nan < 1 || nan > 1 || nan <= 1 || nan >= 1);
        System.out.println(0.0 == -0.0);
        System.out.println(1 / 0.0 + " " + 1 / -0.0);
        System.out.println(Double.compare(0.0, -0.0));
        System.out.println(5.5 % 2.5 + " " + -5.5 % 2.5 + " " + 5.5 % -2.5 + " " + 5 % 0.0);
        System.out.println(1e308 * 10 + " " + -1e308 * 10);
        System.out.println(Double.MIN_VALUE + " " + Double.MIN_VALUE / 2);
        System.out.println(Float.MIN_VALUE + " " + Float.MAX_VALUE + " " + Float.MIN_NORMAL);
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println(100.0 + " " + 1e7 + " " + 1.0e-3 + " " + 1e-4 + " " + 123456789.125);
        System.out.println((float) 1e10 + " " + 3.4e38f * 10);
        System.out.println(Math.min(0.0, -0.0) + " " + Math.max(0.0, -0.0));
        System.out.println(Float.floatToIntBits(1.5f) + " " + Double.doubleToLongBits(-2.25));
        System.out.println(Float.intBitsToFloat(0x7fc00001) + " " + Double.longBitsToDouble(1L));
        System.out.println(Double.isNaN(nan) + " " + Double.isInfinite(1 / 0.0));
        System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.round(1.4f) + " " + Math.rint(2.5));
        System.out.println(Math.floor(-1.1) + " " + Math.ceil(-1.9) + " " + Math.ceil(-0.5));
        System.out.println(Math.sqrt(2) + " " + Math.sqrt(-1) + " " + Math.pow(2, 0.5) + " " + Math.pow(0, 0));
        System.out.println(Math.sin(1) + " " + Math.cos(1) + " " + Math.tan(1) + " " + Math.atan2(1, 2));
        System.out.println(Math.exp(1) + " " + Math.log(10) + " " + Math.log10(1000) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4));
        System.out.println(Math.abs(-0.0) + " " + Math.signum(-3.0) + " " + Math.ulp(1.0));
        System.out.println(Float.parseFloat("3.25") + " " + Double.parseDouble("-1e-5") + " " + Double.valueOf("NaN"));
        System.out.println(Double.toHexString(1.1) + " " + Double.toString(1e21) + " " + Float.toString(1.1f));
    }
}
