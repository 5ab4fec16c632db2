// var takes the inferred type, also of anonymous classes and intersections.

import java.util.*;

public class VarInference {
    public static void main(String[] args) {
        var map = new TreeMap<String, List<Integer>>();
        map.computeIfAbsent("a", key -> new ArrayList<>()).add(1);
        for (var entry : map.entrySet()) System.out.println(entry.getKey() + entry.getValue());
        var counter = new Object() {
            int count = 0;

            int up() {
                return ++count;
            }
        };
        counter.up();
        System.out.println(counter.up() + counter.count);
        var c = 'a';
        c += 1;
        System.out.println(c);
        var mixed = List.of(1, "two", 3.0);
        System.out.println(mixed.get(0) instanceof Comparable);
    }
}
