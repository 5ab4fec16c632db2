// compose, andThen, identity, negate, and, or.

import java.util.function.*;

public class FunctionComposition {
    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1;
        Function<Integer, Integer> dbl = x -> x * 2;
        System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " " + Function.<Integer>identity().apply(5));
        Predicate<String> empty = String::isEmpty;
        Predicate<String> shorter = s -> s.length() < 3;
        System.out.println(empty.negate().and(shorter).test("ab") + " " + empty.or(shorter).test("abcd") + " " + Predicate.not(empty).test(""));
        BinaryOperator<Integer> max = BinaryOperator.maxBy(Integer::compare);
        System.out.println(max.apply(3, 8));
        UnaryOperator<String> up = String::toUpperCase;
        System.out.println(up.andThen(s -> s + "!").apply("hi"));
    }
}
