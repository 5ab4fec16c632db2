// flatMap over nested lists, optionals and characters.

import java.util.*;
import java.util.stream.*;

public class StreamFlatMap {
    public static void main(String[] args) {
        List<List<Integer>> nested = List.of(List.of(1, 2), List.of(), List.of(3));
        System.out.println(nested.stream().flatMap(List::stream).map(x -> x * x).toList());
        System.out.println(Stream.of("ab", "c").flatMap(s -> s.chars().mapToObj(c -> (char) c)).toList());
        System.out.println(Stream.of(Optional.of(1), Optional.<Integer>empty()).flatMap(Optional::stream).toList());
        System.out.println(IntStream.range(1, 4).boxed().flatMap(i -> IntStream.rangeClosed(i, 3).mapToObj(j -> i + "" + j)).collect(Collectors.joining(",")));
        System.out.println(Stream.of(1, 2).<String>mapMulti((x, sink) -> {
            for (int i = 0; i < x; i++) sink.accept("m" + x);
        }).toList());
    }
}
