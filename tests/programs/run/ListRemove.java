// remove by index and by object, and sublists.

import java.util.*;

public class ListRemove {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(10, 20, 30, 1, 2));
        list.remove(1);
        list.remove(Integer.valueOf(1));
        System.out.println(list);
        List<Integer> sub = list.subList(1, 3);
        sub.set(0, 99);
        sub.add(7);
        System.out.println(list + " " + sub);
        sub.clear();
        System.out.println(list + " " + list.indexOf(5));
        list.addAll(0, List.of(1, 2, 1));
        System.out.println(list.lastIndexOf(1) + " " + list.removeAll(List.of(1)) + " " + list.retainAll(List.of(2)) + " " + list);
        list.add(3);
        sub.size();
    }
}
