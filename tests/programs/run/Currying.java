// Functions that return functions.

import java.util.function.*;

public class Currying {
    public static void main(String[] args) {
        Function<Integer, Function<Integer, Function<Integer, Integer>>> f = a -> b -> c -> a * 100 + b * 10 + c;
        System.out.println(f.apply(1).apply(2).apply(3));
        var partial = f.apply(4).apply(5);
        System.out.println(partial.apply(6) + partial.apply(7));
    }
}
