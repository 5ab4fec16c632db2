// reduce, iterate, limit, takeWhile, dropWhile, distinct.

import java.util.stream.*;

public class StreamReduce {
    public static void main(String[] args) {
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).reduce(0, Integer::sum));
        System.out.println(Stream.iterate(1, x -> x < 50, x -> x * 3).map(String::valueOf).collect(Collectors.joining(" ")));
        System.out.println(Stream.of(5, 3, 8).reduce(Integer::max) + " " + Stream.<Integer>empty().reduce(Integer::max));
        System.out.println(Stream.of(1, 2, 5, 1).takeWhile(x -> x < 5).toList() + " " + Stream.of(1, 2, 5, 1).dropWhile(x -> x < 5).toList());
        System.out.println(Stream.of(3, 1, 3, 2, 1).distinct().sorted((a, b) -> b - a).skip(1).toList());
        System.out.println(Stream.of("a", "bb", "ccc").reduce(0, (n, s) -> n + s.length(), Integer::sum));
        System.out.println(Stream.concat(Stream.of(1), Stream.of(2)).toList());
    }
}
