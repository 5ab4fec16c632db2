// A wrongly typed element is noticed where it is used.

import java.util.*;

public class HeapPollution {
    public static void main(String[] args) {
        List<String> strings = new ArrayList<>();
        @SuppressWarnings({"unchecked", "rawtypes"})
        boolean added = ((List) strings).add(7);
        System.out.println(added + " " + strings);
        Object first = strings.get(0);
        System.out.println(first);
        try {
            String text = strings.get(0);
            System.out.println(text);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}
