// instanceof sees only erased types.

import java.util.*;

public class InstanceofGenerics {
    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>();
        Object o = numbers;
        System.out.println((o instanceof List<?>) + " " + (o instanceof Collection) + " " + (o instanceof LinkedList) + " " + (o instanceof RandomAccess));
        System.out.println(numbers instanceof ArrayList<Integer> list && list.isEmpty());
        Object[] objects = {1, "s", 2.0, 'c', null, new int[0], new String[0], new int[0][0]};
        for (Object each : objects) {
            System.out.println((each instanceof Comparable) + " " + (each instanceof Object[]) + " " + (each instanceof int[]) + " " + (each instanceof Cloneable));
        }
    }
}
