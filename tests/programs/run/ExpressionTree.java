import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** An expression evaluator in the style of Java 17. */
class ExpressionTree {
    sealed interface Expr permits Num, Add, Mul, Neg, Var, Let {}
    record Num(double value) implements Expr {}
    record Add(Expr left, Expr right) implements Expr {}
    record Mul(Expr left, Expr right) implements Expr {}
    record Neg(Expr inner) implements Expr {}
    record Var(String name) implements Expr {
        Var {
            Objects.requireNonNull(name, "name");
            if (name.isBlank()) {
                throw new IllegalArgumentException("blank: '" + name + "'");
            }
            name = name.strip();
        }
        static Var of(char c) { return new Var(String.valueOf(c)); }
    }
    record Let(String name, Expr value, Expr body) implements Expr {}

    static final class Scope {
        private final Map<String, Double> values = new HashMap<>();
        private final Scope outer;
        Scope(Scope outer) { this.outer = outer; }
        Optional<Double> find(String name) {
            return Optional.ofNullable(values.get(name)).or(() -> outer == null ? Optional.empty() : outer.find(name));
        }
    }

    static double eval(Expr expr, Scope scope) {
        if (expr instanceof Num num) return num.value();
        if (expr instanceof Add add) return eval(add.left, scope) + eval(add.right, scope);
        if (expr instanceof Mul mul) return eval(mul.left, scope) * eval(mul.right, scope);
        if (expr instanceof Neg neg && !(neg.inner() instanceof Neg)) return -eval(neg.inner(), scope);
        if (expr instanceof Neg neg) return eval(((Neg) neg.inner()).inner(), scope);
        if (expr instanceof Var var) return scope.find(var.name()).orElseThrow(() -> new IllegalStateException("unbound " + var));
        Let let = (Let) expr;
        Scope inner = new Scope(scope);
        inner.values.put(let.name(), eval(let.value(), scope));
        return eval(let.body(), inner);
    }

    interface Shape {
        private String prefix() { return "shape:"; }
        default String describe() { return prefix() + name() + suffix(this); }
        private static String suffix(Shape shape) { return shape instanceof Enum<?> e ? "#" + e.ordinal() : ""; }
        String name();
    }

    enum Planet implements Shape {
        MERCURY(3.3e23) { @Override double pull() { return mass * 2; } },
        EARTH(5.9e24);
        final double mass;
        Planet(double mass) { this.mass = mass; }
        double pull() { return mass; }
    }

    static <A, B, C> Function<A, Function<B, C>> curry(BiFunction<? super A, ? super B, ? extends C> function) {
        return a -> b -> function.apply(a, b);
    }

    static <T> UnaryOperator<T> repeat(int times, UnaryOperator<T> step) {
        return times == 0 ? UnaryOperator.identity() : value -> repeat(times - 1, step).apply(step.apply(value));
    }

    static String classify(Object value) {
        return switch (value == null ? "null" : value.getClass().getSimpleName()) {
            case "Integer", "Long" -> {
                long number = ((Number) value).longValue();
                yield number > 10 ? "big" : "small";
            }
            case "String" -> "text of " + ((String) value).length();
            case "null" -> "nothing";
            default -> value.getClass().getSimpleName();
        };
    }

    public static void main(String[] args) {
        Expr expr = new Let("x", new Num(4), new Add(new Mul(Var.of('x'), new Neg(new Neg(new Num(2.5)))), new Neg(new Var(" x "))));
        System.out.println(expr);
        System.out.println(eval(expr, new Scope(null)) + " " + expr.equals(new Let("x", new Num(4), new Num(1))) + " " + new Num(0.0).equals(new Num(-0.0)));
        System.out.println(expr.hashCode() == new Let("x", new Num(4), new Add(new Mul(Var.of('x'), new Neg(new Neg(new Num(2.5)))), new Neg(new Var("x")))).hashCode());
        for (Supplier<Object> bad : List.<Supplier<Object>>of(() -> new Var(" "), () -> new Var(null), () -> eval(new Var("y"), new Scope(null)))) {
            try {
                System.out.println(bad.get());
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        for (Planet planet : Planet.values()) {
            System.out.println(planet.describe() + " " + planet.pull() + " " + planet.getClass() + " " + planet.getDeclaringClass());
        }
        System.out.println(curry((Integer a, Integer b) -> a - b).apply(10).apply(3) + " " + ExpressionTree.<String>repeat(3, s -> s + "!").apply("hey"));
        List<Object> values = new ArrayList<>(List.of(5, 50L, "abc", 'c', 2.5f));
        values.add(null);
        values.forEach(value -> System.out.print(classify(value) + "; "));
        System.out.println();
        var anonymous = new Object() { int hidden = 3; int twice() { return hidden * 2; } };
        System.out.println(anonymous.twice() + anonymous.hidden);
        System.out.println(Expr.class.isSealed() + " " + Expr.class.getPermittedSubclasses().length + " " + Num.class.isRecord() + " " + Num.class.getRecordComponents()[0]);
        record Local<T extends Comparable<T>>(T low, T high) {
            Local { if (low.compareTo(high) > 0) { T swap = low; low = high; high = swap; } }
            boolean has(T value) { return low.compareTo(value) <= 0 && value.compareTo(high) <= 0; }
        }
        System.out.println(new Local<>("m", "c") + " " + new Local<>(9, 1).has(5));
    }
}
