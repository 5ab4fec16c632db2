// Lambdas and method references of every kind, capturing locals, this, and parameters.
import java.util.*;
import java.util.function.*;
class Lambdas {
    int base = 100;
    IntUnaryOperator adder(int n) { return x -> x + n + base; }
    static <T, R> List<R> map(List<T> in, Function<? super T, ? extends R> f) { List<R> out = new ArrayList<>(); for (T t : in) out.add(f.apply(t)); return out; }
    static Supplier<Supplier<String>> nested(String s) { return () -> () -> s + s; }
    interface TriFunction<A, B, C, R> { R apply(A a, B b, C c); }
    public static void main(String[] args) {
        Lambdas l = new Lambdas();
        IntUnaryOperator f = l.adder(5);
        l.base = 200;
        System.out.println(f.applyAsInt(1) + " " + f.andThen(x -> x * 2).applyAsInt(1));
        System.out.println(map(List.of("a", "bb", "ccc"), String::length));
        System.out.println(map(List.of(1, 2), Integer::toBinaryString) + " " + map(List.of("x"), "pre"::concat) + map(List.of("7"), Integer::new));
        System.out.println(nested("z").get().get());
        TriFunction<Integer, Long, Double, String> tri = (a, b, c) -> a + ":" + b + ":" + c;
        System.out.println(tri.apply(1, 2L, 3.0));
        Function<Integer, int[]> make = int[]::new;
        System.out.println(make.apply(3).length);
        Comparator<String> byLength = Comparator.comparing(String::length);
        List<String> words = new ArrayList<>(List.of("pear", "fig", "apple", "kiwi"));
        words.sort(byLength.thenComparing(Comparator.reverseOrder()));
        System.out.println(words);
        Runnable r = () -> { throw new IllegalStateException("in lambda"); };
        try { r.run(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        BiFunction<Double, Double, Double> pow = Math::pow;
        Predicate<String> empty = String::isEmpty;
        System.out.println(pow.apply(2.0, 10.0) + " " + empty.negate().or(x -> true).test("") + Optional.of(3).map(x -> x + 1).filter(x -> x > 3).orElse(0));
        Function<Object, String> ts = Object::toString;
        System.out.println(ts.compose((Integer i) -> i * 1.5).apply(3));
        int sum = 0;
        for (IntSupplier s : new IntSupplier[] {() -> 1, () -> 2, l::hash}) sum += s.getAsInt();
        System.out.println(sum);
    }
    int hash() { return base; }
}
