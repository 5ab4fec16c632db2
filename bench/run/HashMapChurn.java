// Hash maps: boxed keys, insertion, look-up, removal, iteration.
import java.util.*;
class HashMapChurn {
    public static void main(String[] args) {
        Map<Integer, Integer> map = new HashMap<>();
        long sum = 0;
        for (int i = 0; i < 400_000; i++) {
            map.merge(i * 31 % 50_021, 1, Integer::sum);
            if (i % 3 == 0) map.remove(i % 50_021);
            Integer hit = map.get(i % 1000);
            if (hit != null) sum += hit;
        }
        for (Map.Entry<Integer, Integer> e : map.entrySet()) sum += e.getKey() ^ e.getValue();
        System.out.println(sum + " " + map.size());
    }
}
