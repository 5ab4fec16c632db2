// A key changed after insertion is lost.

import java.util.*;

public class MutatedKey {
    public static void main(String[] args) {
        Map<List<Integer>, String> map = new HashMap<>();
        List<Integer> key = new ArrayList<>(List.of(1));
        map.put(key, "value");
        key.add(2);
        System.out.println(map.get(key) + " " + map.get(List.of(1)) + " " + map.size() + " " + map);
        map.put(key, "second");
        System.out.println(map.size());
    }
}
