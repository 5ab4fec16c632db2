import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** Mathematical functions, bit patterns and checksums. `StrictMath` must agree bit by bit, `Math` to the last place. */
class MathCalls {
    static final double[] ANGLES = new double[400];

    static void strict(String name, DoubleUnaryOperator function) {
        long hash = 17;
        for (double x : ANGLES) {
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(x));
        }
        System.out.println(name + " " + hash);
    }

    static void strict(String name, DoubleBinaryOperator function) {
        strict(name, x -> function.applyAsDouble(x, 2.7));
        strict(name, x -> function.applyAsDouble(0.3, x));
    }

    /** Close to the strict function, as the specification of `Math` asks. */
    static void close(String name, DoubleUnaryOperator function, DoubleUnaryOperator strict) {
        for (double x : ANGLES) {
            double expected = strict.applyAsDouble(x), actual = function.applyAsDouble(x);
            if (!(Math.abs(expected - actual) <= 2 * Math.ulp(expected)) && Double.compare(expected, actual) != 0) {
                System.out.println(name + " of " + x + " is " + actual + " instead of " + expected);
            }
        }
    }

    public static void main(String[] args) {
        java.util.Random random = new java.util.Random(5);
        double[] edges = {0.0, -0.0, 1, -1, 0.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE,
            -Double.MIN_VALUE, Double.MIN_NORMAL, 1e-9, -1e-9, 22, 709.5, -745, Math.PI, Math.PI / 2, Math.PI / 4, 800000.5};
        for (int i = 0; i < ANGLES.length; i++) {
            ANGLES[i] = i < edges.length ? edges[i] : i % 2 == 0 ? random.nextGaussian() : (random.nextDouble() - 0.5) * (1 << i % 18);
        }
        strict("sin", StrictMath::sin);
        strict("cos", StrictMath::cos);
        strict("tan", StrictMath::tan);
        strict("asin", StrictMath::asin);
        strict("acos", StrictMath::acos);
        strict("atan", StrictMath::atan);
        strict("exp", StrictMath::exp);
        strict("log", StrictMath::log);
        strict("log10", StrictMath::log10);
        strict("sqrt", StrictMath::sqrt);
        strict("sinh", StrictMath::sinh);
        strict("cosh", StrictMath::cosh);
        strict("tanh", StrictMath::tanh);
        strict("expm1", StrictMath::expm1);
        strict("log1p", StrictMath::log1p);
        strict("cbrt", StrictMath::cbrt);
        strict("atan2", StrictMath::atan2);
        strict("pow", StrictMath::pow);
        strict("hypot", StrictMath::hypot);
        strict("IEEEremainder", StrictMath::IEEEremainder);
        strict("asin of Math", Math::asin);
        strict("tanh of Math", Math::tanh);
        strict("sqrt of Math", Math::sqrt);
        strict("atan2 of Math", Math::atan2);
        close("sin", Math::sin, StrictMath::sin);
        close("cos", Math::cos, StrictMath::cos);
        close("tan", Math::tan, StrictMath::tan);
        close("exp", Math::exp, StrictMath::exp);
        close("log", Math::log, StrictMath::log);
        close("log10", Math::log10, StrictMath::log10);
        close("pow", x -> Math.pow(x, 1.7), x -> StrictMath.pow(x, 1.7));
        System.out.println(Float.floatToRawIntBits(-1.5f) + " " + Float.intBitsToFloat(0x40490fdb) + " " + Double.doubleToRawLongBits(-0.0) + " " + Double.longBitsToDouble(0x400921fb54442d18L));
        byte[] bytes = "checksum".getBytes();
        CRC32 crc = new CRC32();
        crc.update(7);
        crc.update(bytes, 1, 5);
        Adler32 adler = new Adler32();
        adler.update(7);
        adler.update(bytes);
        System.out.println(crc.getValue() + " " + adler.getValue());
    }
}
