// merge, compute and friends of Map.

import java.util.*;

public class MapDefaults {
    public static void main(String[] args) {
        Map<String, Integer> map = new TreeMap<>();
        System.out.println(map.merge("a", 1, Integer::sum) + " " + map.merge("a", 5, Integer::sum) + " " + map.merge("a", 0, (x, y) -> null));
        System.out.println(map + " " + map.putIfAbsent("b", 2) + " " + map.putIfAbsent("b", 3) + " " + map.getOrDefault("z", -1));
        System.out.println(map.compute("b", (k, v) -> v == null ? 0 : v * 10) + " " + map.computeIfPresent("q", (k, v) -> 1) + " " + map.computeIfAbsent("c", String::length));
        map.replaceAll((k, v) -> v + 1);
        System.out.println(map + " " + map.replace("c", 2, 9) + " " + map.remove("b", 0));
        map.forEach((k, v) -> System.out.println(k + "=" + v));
        System.out.println(Map.entry("k", 1) + " " + new AbstractMap.SimpleEntry<>("x", 2).equals(Map.entry("x", 2)));
    }
}
