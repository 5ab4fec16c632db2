// Arithmetic of BigInteger beyond 64 bits.

import java.math.BigInteger;

public class BigIntegerMath {
    public static void main(String[] args) {
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 40; i++) factorial = factorial.multiply(BigInteger.valueOf(i));
        System.out.println(factorial + " " + factorial.bitLength() + " " + factorial.getLowestSetBit());
        BigInteger p = new BigInteger("170141183460469231731687303715884105727");
        System.out.println(p.isProbablePrime(20) + " " + BigInteger.TWO.modPow(p.subtract(BigInteger.ONE), p) + " " + p.mod(BigInteger.valueOf(97)));
        System.out.println(factorial.gcd(p.pow(2)) + " " + factorial.divideAndRemainder(p)[1] + " " + p.negate().shiftRight(100));
        System.out.println(p.sqrt() + " " + p.toString(36) + " " + new BigInteger("-ff", 16) + " " + p.longValue() + " " + p.doubleValue());
        System.out.println(BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)) + " " + p.signum() + " " + p.compareTo(factorial) + " " + p.hashCode());
        p.longValueExact();
    }
}
