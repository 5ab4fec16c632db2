// Static helpers of Arrays.

import java.util.*;

public class ArraysUtilities {
    public static void main(String[] args) {
        int[] a = {5, 3, 9, 1};
        Arrays.sort(a, 1, 4);
        System.out.println(Arrays.toString(a) + " " + Arrays.binarySearch(a, 1, 4, 9) + " " + Arrays.hashCode(a));
        System.out.println(Arrays.toString(Arrays.copyOf(a, 6)) + Arrays.toString(Arrays.copyOfRange(a, 1, 3)) + Arrays.equals(a, a.clone()));
        int[][] deep = {{1, 2}, {3}};
        System.out.println(Arrays.deepToString(deep) + " " + Arrays.deepEquals(deep, new int[][] {{1, 2}, {3}}) + " " + Arrays.deepHashCode(deep));
        Arrays.setAll(a, i -> i * i);
        Arrays.parallelPrefix(a, Integer::sum);
        System.out.println(Arrays.toString(a) + " " + Arrays.stream(a).sum() + " " + Arrays.mismatch(a, new int[] {0, 1, 6}));
        System.out.println(Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.asList(1, null, 3));
        List<String> view = Arrays.asList("a", "b");
        view.set(0, "z");
        System.out.println(view);
        view.add("c");
    }
}
