// A bound reference evaluates its receiver once, and checks it for null.

import java.util.function.*;

public class MethodReferenceBoundEarly {
    static int calls;

    static String make() {
        return "made " + ++calls;
    }

    public static void main(String[] args) {
        Supplier<String> reference = make()::toString;
        Supplier<String> lambda = () -> make().toString();
        System.out.println(reference.get() + ", " + reference.get());
        System.out.println(lambda.get() + ", " + lambda.get());
        String none = null;
        try {
            Supplier<Integer> failing = none::length;
            System.out.println("unreachable");
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
    }
}
