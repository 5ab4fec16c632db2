// Float.toString of ordinary and extreme values.
public class FloatText {
    public static void main(String[] args) {
        float[] values = {0.1f + 0.2f, 1f / 3, 1e10f, 1e7f, 9999999f, 16777216f, 1e-3f, 1e-4f, Float.MAX_VALUE, Float.MIN_NORMAL,
            3.1415927f, 0.3f, 33333.332f, 1.0e-10f};
        for (float value : values) System.out.println(value);
        System.out.println((double) 0.1f);
        System.out.println(0.1f == 0.1);
        System.out.println(0.1f + 0.2 + "");
    }
}
