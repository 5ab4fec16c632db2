// `StrictMath` of large angles is fdlibm's, bit by bit.

import java.util.Random;

public class StrictLarge {
    public static void main(String[] args) {
        double[] angles = {823_549.6, 823_549.7, 0x1p20, 0x1p23, 1e15, 1e22, -5e300, Double.MAX_VALUE, 6381956970095103.0 * 0x1p797};
        for (double angle : angles) {
            System.out.println(StrictMath.sin(angle) + " " + StrictMath.cos(angle) + " " + StrictMath.tan(angle));
        }
        Random random = new Random(3);
        long sum = 0;
        for (int i = 0; i < 5_000; i++) {
            double angle = i % 2 == 0 ? (random.nextDouble() - 0.5) * 1e7 : Math.scalb(random.nextDouble(), random.nextInt(1_020));
            sum = 31 * sum + Double.doubleToLongBits(StrictMath.sin(angle));
            sum = 31 * sum + Double.doubleToLongBits(StrictMath.cos(angle));
            sum = 31 * sum + Double.doubleToLongBits(StrictMath.tan(angle));
        }
        System.out.println(sum);
    }
}
