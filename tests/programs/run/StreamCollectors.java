// groupingBy, partitioningBy, joining, toMap, counting.

import java.util.*;
import java.util.stream.*;

public class StreamCollectors {
    static void show(Object value) {
        System.out.println(value);
    }

    public static void main(String[] args) {
        List<String> words = List.of("apple", "avocado", "bean", "beet", "corn", "fig");
        show(words.stream().collect(Collectors.groupingBy(w -> w.charAt(0))));
        show(words.stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())));
        show(words.stream().collect(Collectors.partitioningBy(w -> w.length() > 4, Collectors.joining("+"))));
        show(words.stream().collect(Collectors.toMap(w -> w.charAt(0), w -> w, (a, b) -> a + b)));
        show(words.stream().map(String::toUpperCase).collect(Collectors.joining(", ", "<", ">")));
        show(words.stream().collect(Collectors.averagingInt(String::length)) + " " + words.stream().collect(Collectors.summarizingInt(String::length)));
        words.stream().collect(Collectors.toMap(w -> w.charAt(0), w -> w));
    }
}
