// -0.0 equals 0.0 but divides, boxes and sorts apart.

import java.util.*;

public class NegativeZero {
    public static void main(String[] args) {
        double zero = -0.0;
        System.out.println(zero == 0.0);
        System.out.println(1 / zero);
        System.out.println(Double.valueOf(zero).equals(0.0) + " " + Double.compare(zero, 0.0));
        System.out.println(Math.min(0.0, -0.0) + " " + Math.max(-0.0, 0.0) + " " + (0.0 + -0.0) + " " + (-0.0 - 0.0) + " " + 0.0 * -1);
        double[] array = {0.0, Double.NaN, -0.0, -1};
        Arrays.sort(array);
        System.out.println(Arrays.toString(array));
        System.out.println(Math.sqrt(-0.0) + " " + Math.round(-0.4) + " " + Math.ceil(-0.4) + " " + Math.signum(-0.0));
    }
}
