// An exception in a lambda inside a stream, with cause kept.

import java.util.*;
import java.util.concurrent.Callable;

public class LambdaExceptions {
    static <T> T call(Callable<T> callable) {
        try {
            return callable.call();
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    public static void main(String[] args) {
        System.out.println(call(() -> "fine"));
        try {
            call(() -> {
                throw new java.io.IOException("inside");
            });
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " | " + e.getCause().getMessage());
        }
        List<Integer> seen = new ArrayList<>();
        try {
            List.of(2, 1, 0, 5).forEach(x -> seen.add(10 / x));
        } catch (ArithmeticException e) {
            System.out.println(seen + " " + e.getMessage());
        }
        Comparator<Integer> failing = (a, b) -> {
            throw new UnsupportedOperationException("compare");
        };
        failing.compare(1, 2);
    }
}
