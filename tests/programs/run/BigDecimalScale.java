// Scale, rounding and equality of BigDecimal.

import java.math.*;

public class BigDecimalScale {
    public static void main(String[] args) {
        BigDecimal a = new BigDecimal("1.10"), b = new BigDecimal("1.1");
        System.out.println(a.equals(b) + " " + a.compareTo(b) + " " + a.add(b) + " " + a.multiply(b) + " " + a.stripTrailingZeros());
        System.out.println(new BigDecimal("10").divide(new BigDecimal("3"), 5, RoundingMode.HALF_UP) + " " + new BigDecimal("2").divide(new BigDecimal("8")));
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode != RoundingMode.UNNECESSARY) System.out.print(new BigDecimal("-2.5").setScale(0, mode) + " ");
        }
        System.out.println(new BigDecimal(0.1).toString().length() + " " + BigDecimal.valueOf(0.1));
        System.out.println(new BigDecimal("1E+5") + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("123.456").round(new MathContext(4)) + " " + a.scale() + a.precision());
        BigDecimal.ONE.divide(new BigDecimal(3));
    }
}
