// TreeSet with comparators; compare decides equality.

import java.util.*;

public class TreeSetOrder {
    public static void main(String[] args) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Collections.addAll(set, "b", "A", "a", "C", "B");
        System.out.println(set + " " + set.contains("c"));
        NavigableSet<String> byLength = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        Collections.addAll(byLength, "aa", "b", "ccc", "ab", "a");
        System.out.println(byLength + " " + byLength.first() + " " + byLength.descendingSet() + " " + byLength.headSet("aa"));
        try {
            Set<Object> mixed = new TreeSet<>();
            mixed.add(1);
            mixed.add("x");
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
    }
}
