// IdentityHashMap compares keys with ==.

import java.util.*;

public class IdentityMaps {
    public static void main(String[] args) {
        Map<String, Integer> map = new IdentityHashMap<>();
        String a = new String("key");
        String b = new String("key");
        map.put(a, 1);
        map.put(b, 2);
        System.out.println(map.size() + " " + map.get(a) + " " + map.get(b) + " " + map.get("key"));
        map.remove(a);
        System.out.println(map);
    }
}
