// Double.toString of ordinary and extreme values.
public class DoubleText {
    public static void main(String[] args) {
        double[] values = {0.1 + 0.2, 100, 1e7, 9999999, 12345678.9, 1e-3, 9.99e-4, 1.0 / 3, 2.0 / 3, 1e21, 123456789012345680.0,
            Double.MAX_VALUE, Double.MIN_NORMAL, Math.PI, Math.E, 1e16, 1e-300, 0.5, 1.5e300 * 1e10};
        for (double value : values) System.out.println(value);
    }
}
