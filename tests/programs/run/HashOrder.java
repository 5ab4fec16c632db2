// Iteration order of HashMap and HashSet follows the hashes.

import java.util.*;

public class HashOrder {
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog again and again".split(" ")) map.merge(word, 1, Integer::sum);
        System.out.println(map);
        Set<Integer> set = new HashSet<>();
        for (int i = 0; i < 40; i += 3) set.add(i * i - 100);
        System.out.println(set);
        map.keySet().removeIf(word -> word.length() > 3);
        map.values().remove(2);
        System.out.println(map + " " + map.containsKey("fox") + " " + map.containsValue(9));
    }
}
