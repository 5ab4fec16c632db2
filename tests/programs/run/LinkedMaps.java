// Navigable and access-ordered maps; a least-recently-used cache.
import java.util.*;
class LinkedMaps {
    static class Lru<K, V> extends LinkedHashMap<K, V> { Lru() { super(16, 0.75f, true); } protected boolean removeEldestEntry(Map.Entry<K, V> e) { return size() > 3; } }
    public static void main(String[] args) {
        Lru<String, Integer> lru = new Lru<>();
        for (String k : "a b c a d e a".split(" ")) lru.merge(k, 1, Integer::sum);
        System.out.println(lru);
        TreeMap<Integer, String> t = new TreeMap<>();
        for (int i = 0; i < 50; i += 5) t.put(i, "v" + i);
        System.out.println(t.floorKey(12) + " " + t.ceilingEntry(12) + " " + t.lowerKey(0) + " " + t.higherKey(45) + " " + t.firstEntry() + t.lastKey());
        System.out.println(t.subMap(10, true, 30, false) + " " + t.descendingMap().headMap(30) + " " + t.tailMap(40) + t.pollFirstEntry());
        Map<Character, List<String>> groups = new TreeMap<>();
        for (String s : List.of("apple", "avocado", "banana", "blueberry", "cherry")) groups.computeIfAbsent(s.charAt(0), k -> new ArrayList<>()).add(s);
        System.out.println(groups);
        Map<String, Integer> m = new HashMap<>(Map.of("one", 1));
        m.putIfAbsent("two", 2); m.compute("one", (k, v) -> v == null ? 0 : v + 10); m.computeIfPresent("two", (k, v) -> null); m.replaceAll((k, v) -> v * 2);
        System.out.println(m + " " + m.containsValue(22) + " " + m.entrySet().iterator().next().getKey());
        Map<Integer, Integer> collide = new HashMap<>();
        for (int i = 0; i < 20; i++) collide.put(i << 20, i);
        System.out.println(collide.keySet());
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
        id.put(new String("k"), 1); id.put(new String("k"), 2);
        System.out.println(id.size() + " " + new WeakHashMap<>(Map.of(1, 2)) + new Hashtable<>(Map.of("h", 1)));
    }
}
