// A lambda that calls itself through a field.

import java.util.function.*;

public class RecursiveLambda {
    static IntUnaryOperator factorial;
    static final Function<Integer, Integer> FIB = n -> n < 2 ? n : RecursiveLambda.FIB.apply(n - 1) + RecursiveLambda.FIB.apply(n - 2);

    public static void main(String[] args) {
        factorial = n -> n <= 1 ? 1 : n * factorial.applyAsInt(n - 1);
        System.out.println(factorial.applyAsInt(10));
        System.out.println(FIB.apply(15));
    }
}
