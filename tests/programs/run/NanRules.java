// NaN is unordered, unequal to itself, and boxes equal.
public class NanRules {
    public static void main(String[] args) {
        double nan = 0.0 / 0;
        System.out.println((nan == nan) + " " + (nan != nan) + " " + (nan < 1) + " " + (nan >= 1) + " " + !(nan < 1));
        System.out.println(Double.valueOf(nan).equals(Double.NaN) + " " + Double.compare(nan, Double.POSITIVE_INFINITY));
        float f = Float.NaN;
        System.out.println((f > 0 ? "a" : "b") + (f <= 0 ? "c" : "d") + Float.isNaN(f - f));
        System.out.println(Math.max(nan, 1) + " " + Math.min(1, nan) + " " + Math.pow(nan, 0) + " " + Math.sqrt(-1));
        System.out.println(Double.doubleToLongBits(nan) + " " + Integer.toHexString(Float.floatToIntBits(f)));
        System.out.println(Double.POSITIVE_INFINITY - Double.POSITIVE_INFINITY + " " + 0 * Double.POSITIVE_INFINITY);
    }
}
