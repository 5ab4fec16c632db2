// Static, bound, unbound, constructor and array method references.

import java.util.*;
import java.util.function.*;

public class MethodReferenceKinds {
    static int twice(int x) {
        return 2 * x;
    }

    public static void main(String[] args) {
        IntUnaryOperator statics = MethodReferenceKinds::twice;
        Supplier<Integer> bound = "hello"::length;
        Function<String, String> unbound = String::toUpperCase;
        BiFunction<String, String, Integer> unboundTwo = String::compareTo;
        Function<String, StringBuilder> constructor = StringBuilder::new;
        IntFunction<int[][]> array = int[][]::new;
        System.out.println(statics.applyAsInt(21));
        System.out.println(bound.get());
        System.out.println(unbound.apply("shout"));
        System.out.println(unboundTwo.apply("a", "c"));
        System.out.println(constructor.apply("abc").reverse());
        System.out.println(array.apply(3).length + " " + array.apply(2)[0]);
    }
}
