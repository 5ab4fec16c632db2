// Bit patterns of floats and doubles.
public class FloatBits {
    public static void main(String[] args) {
        System.out.println(Integer.toHexString(Float.floatToIntBits(1.5f)) + " " + Long.toHexString(Double.doubleToLongBits(-2.0)));
        System.out.println(Float.intBitsToFloat(0x40490fdb) + " " + Double.longBitsToDouble(1L));
        System.out.println(Math.ulp(1.0) + " " + Math.nextUp(1f) + " " + Math.getExponent(1000.0) + " " + Math.scalb(1.0, 10));
        System.out.println(Double.toHexString(0.1) + " " + Float.toHexString(1.0f) + " " + 0x1.8p1);
        System.out.println(Math.copySign(3, -0.0) + " " + Math.IEEEremainder(5, 3));
    }
}
