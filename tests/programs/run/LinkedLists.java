// LinkedList and ListIterator edit in the middle.

import java.util.*;

public class LinkedLists {
    public static void main(String[] args) {
        LinkedList<String> list = new LinkedList<>(List.of("a", "b", "c"));
        ListIterator<String> at = list.listIterator();
        while (at.hasNext()) {
            String each = at.next();
            if (each.equals("b")) {
                at.remove();
                at.add("x");
                at.add("y");
            } else {
                at.set(each.toUpperCase());
            }
        }
        System.out.println(list + " " + at.previousIndex());
        System.out.println(at.previous() + list.getFirst() + list.removeLast() + list.indexOf("y"));
        list.add(1, "one");
        System.out.println(list);
        at.next();
    }
}
