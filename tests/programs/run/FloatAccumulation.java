// float and double sums lose different digits.
public class FloatAccumulation {
    public static void main(String[] args) {
        float f = 0;
        double d = 0;
        for (int i = 0; i < 1000; i++) {
            f += 0.1f;
            d += 0.1;
        }
        System.out.println(f);
        System.out.println(d);
        System.out.println(16777216f + 1f);
        System.out.println((float) (0.1 + 0.7) * 10);
        System.out.println((int) ((0.1 + 0.7) * 10));
        System.out.println(1e16 + 1 - 1e16);
    }
}
