// BigInteger and BigDecimal.
import java.math.*;
class BigNumbers {
    public static void main(String[] args) {
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 50; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitLength() + " " + f.mod(BigInteger.valueOf(1000007)));
        BigInteger p = new BigInteger("170141183460469231731687303715884105727");
        System.out.println(p.isProbablePrime(10) + " " + p.pow(3) + " " + BigInteger.TWO.modPow(p.subtract(BigInteger.ONE), p) + " " + p.gcd(f));
        System.out.println(p.toString(16) + " " + p.negate().shiftRight(100) + " " + p.sqrt() + " " + p.compareTo(f) + " " + p.hashCode());
        try { p.divide(BigInteger.ZERO); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        BigDecimal d = new BigDecimal("10").divide(new BigDecimal("3"), 20, RoundingMode.HALF_UP);
        System.out.println(d + " " + d.setScale(2, RoundingMode.DOWN) + " " + new BigDecimal("1.10").equals(new BigDecimal("1.1")) + " " + new BigDecimal("1.10").compareTo(new BigDecimal("1.1")));
        System.out.println(new BigDecimal(0.1).toString().length() + " " + BigDecimal.valueOf(2.5).multiply(BigDecimal.TEN).stripTrailingZeros().toPlainString() + " " + new BigDecimal("123.456").round(new MathContext(4)));
        try { BigDecimal.ONE.divide(new BigDecimal(3)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}
