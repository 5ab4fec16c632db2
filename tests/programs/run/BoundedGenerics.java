// A bounded type parameter gives access to the bound's methods.

import java.util.*;

public class BoundedGenerics {
    static <T extends Comparable<? super T>> T largest(List<? extends T> list) {
        T best = list.get(0);
        for (T each : list) {
            if (each.compareTo(best) > 0) best = each;
        }
        return best;
    }

    public static void main(String[] args) {
        System.out.println(largest(List.of(3, 9, 4)));
        System.out.println(largest(List.of("pear", "zebra", "apple")));
        System.out.println(BoundedGenerics.<Double>largest(List.of(-0.0, 0.0)));
    }
}
