// Primitive streams: sums, statistics, ranges, boxing.

import java.util.*;
import java.util.stream.*;

public class IntStreams {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 100).sum() + " " + IntStream.of(3, 1, 2).summaryStatistics());
        System.out.println(IntStream.range(0, 5).average().getAsDouble() + " " + IntStream.empty().average() + " " + IntStream.of(4, 9).max());
        System.out.println(Arrays.toString(IntStream.iterate(1, x -> x * -3).limit(6).sorted().toArray()));
        System.out.println(IntStream.range(0, 20).filter(x -> x % 3 == 0).mapToObj(Integer::toString).collect(Collectors.joining("|")));
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + DoubleStream.of(0.1, 0.2, 0.3).sum());
        System.out.println(IntStream.of(1, 2).asDoubleStream().boxed().toList() + " " + "hello".chars().filter(c -> c == 'l').count());
        System.out.println(IntStream.rangeClosed(1, 5).allMatch(x -> x > 0) + " " + IntStream.range(0, 0).noneMatch(x -> true));
    }
}
