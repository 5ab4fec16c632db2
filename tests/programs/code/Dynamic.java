// What invokedynamic becomes: builders, lambda classes, record helpers.
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

class Dynamic {
    static String greet(String name, int age, Object extra) {
        return "Hello " + name + ", " + age + extra;
    }

    static Supplier<String> constant() {
        return () -> "one";
    }

    static IntSupplier add(int a, Integer b) {
        return () -> a + b;
    }

    static Function<String, Integer> length() {
        return String::length;
    }

    record Point(int x, double y, String name) {}
}
