// Changing a list while iterating fails at the next step.

import java.util.*;

public class ConcurrentModification {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
        for (Integer each : list) {
            if (each == 3) list.remove(each);
        }
        System.out.println(list + " (removing the last but one is not noticed)");
        list.removeIf(x -> x == 2);
        Iterator<Integer> iterator = list.iterator();
        iterator.next();
        iterator.remove();
        try {
            iterator.remove();
        } catch (IllegalStateException e) {
            System.out.println("twice " + list);
        }
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1, "b", 2));
        for (String key : map.keySet()) map.put(key + key, 0);
    }
}
