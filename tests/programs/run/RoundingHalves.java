// round, rint, floor, ceil on halves and large values.
public class RoundingHalves {
    public static void main(String[] args) {
        double[] values = {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999999999999994, 4503599627370497.5, 1e300};
        for (double v : values) {
            System.out.println(v + ": " + Math.round(v) + " " + Math.rint(v) + " " + Math.floor(v) + " " + Math.ceil(v) + " " + (long) v);
        }
        System.out.println(Math.round(2.5f) + " " + Math.round(Float.NaN) + " " + Math.round(1e20f));
    }
}
