// Static helpers of Collections.

import java.util.*;

public class CollectionsUtilities {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(5, 3, 8, 1));
        Collections.sort(list);
        System.out.println(list + " " + Collections.binarySearch(list, 5) + " " + Collections.binarySearch(list, 4));
        Collections.reverse(list);
        Collections.swap(list, 0, 3);
        Collections.rotate(list, 1);
        System.out.println(list + " " + Collections.max(list) + " " + Collections.min(list, Comparator.reverseOrder()));
        Collections.shuffle(list, new Random(42));
        System.out.println(list);
        System.out.println(Collections.nCopies(3, "x") + " " + Collections.frequency(List.of(1, 2, 1), 1) + " " + Collections.disjoint(list, List.of(9)));
        System.out.println(Collections.emptyList() + " " + Collections.singletonMap("k", 1) + " " + Collections.unmodifiableList(list).getClass().getSimpleName());
        Collections.fill(list, 0);
        System.out.println(list);
        Collections.unmodifiableList(list).add(1);
    }
}
