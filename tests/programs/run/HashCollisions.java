// Many keys with one hash still work, as a tree too.

import java.util.*;

public class HashCollisions {
    record Key(int id) implements Comparable<Key> {
        public int hashCode() {
            return id % 2;
        }

        public int compareTo(Key other) {
            return Integer.compare(id, other.id);
        }
    }

    public static void main(String[] args) {
        Map<Key, Integer> map = new HashMap<>();
        for (int i = 0; i < 100; i++) map.put(new Key(i * 7 % 100), i);
        int sum = 0;
        for (int i = 0; i < 100; i += 3) sum += map.get(new Key(i));
        System.out.println(map.size() + " " + sum + " " + map.get(new Key(100)));
        for (int i = 0; i < 98; i++) map.remove(new Key(i));
        System.out.println(map);
    }
}
