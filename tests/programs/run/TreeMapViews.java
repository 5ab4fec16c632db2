// Navigation, ranges and views of TreeMap.

import java.util.*;

public class TreeMapViews {
    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 10; i <= 50; i += 10) map.put(i, "v" + i);
        System.out.println(map.floorKey(25) + " " + map.ceilingKey(25) + " " + map.lowerKey(10) + " " + map.higherEntry(40));
        System.out.println(map.headMap(30) + " " + map.tailMap(30, false) + " " + map.subMap(20, true, 40, true));
        System.out.println(map.descendingMap() + " " + map.firstEntry() + " " + map.pollLastEntry());
        map.headMap(30).clear();
        System.out.println(map);
        try {
            map.subMap(20, 35).put(99, "out");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        map.put(null, "null");
    }
}
