// LinkedHashMap in access order drops its eldest.

import java.util.*;

public class LeastRecentlyUsed {
    static class Cache<K, V> extends LinkedHashMap<K, V> {
        Cache() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > 3;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> cache = new Cache<>();
        cache.put("a", 1);
        cache.put("b", 2);
        cache.put("c", 3);
        cache.get("a");
        cache.put("d", 4);
        System.out.println(cache);
        cache.getOrDefault("c", 0);
        cache.putIfAbsent("e", 5);
        System.out.println(cache.keySet());
    }
}
