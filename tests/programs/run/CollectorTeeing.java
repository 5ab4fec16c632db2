// Composed collectors: teeing, mapping, filtering, reducing.

import java.util.*;
import java.util.stream.*;

public class CollectorTeeing {
    static void show(Object value) {
        System.out.println(value);
    }

    public static void main(String[] args) {
        List<Integer> numbers = List.of(4, 8, 15, 16, 23, 42);
        show(numbers.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(x -> x), (n, sum) -> sum + "/" + n)));
        show(numbers.stream().collect(Collectors.groupingBy(x -> x % 2 == 0 ? "even" : "odd", TreeMap::new,
            Collectors.mapping(x -> x * 2, Collectors.toList()))));
        show(numbers.stream().collect(Collectors.filtering(x -> x > 10, Collectors.reducing(0, Integer::sum))));
        show(numbers.stream().collect(Collectors.collectingAndThen(Collectors.toList(), Collections::max)));
        show(numbers.stream().collect(Collectors.minBy(Comparator.comparing(x -> x % 10))).get());
        show(numbers.stream().collect(StringBuilder::new, (text, x) -> text.append(x).append('.'), StringBuilder::append));
    }
}
