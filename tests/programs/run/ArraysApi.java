// java.util.Arrays: fill, copy, search, compare, deep operations, streams.
import java.util.*;
class ArraysApi {
    public static void main(String[] args) {
        int[] a = {5, 3, 9, 1};
        int[] b = Arrays.copyOf(a, 6), c = Arrays.copyOfRange(a, 1, 3);
        System.out.println(Arrays.toString(b) + Arrays.toString(c));
        Arrays.sort(a);
        System.out.println(Arrays.binarySearch(a, 5) + " " + Arrays.binarySearch(a, 4) + " " + Arrays.stream(a).sum());
        Arrays.fill(b, 2, 4, 7);
        System.out.println(Arrays.toString(b) + " " + Arrays.mismatch(a, b) + " " + Arrays.compare(a, b) + " " + Arrays.equals(a, a.clone()));
        String[][] deep = {{"a", null}, {}};
        System.out.println(Arrays.deepToString(deep) + Arrays.deepHashCode(deep) + " " + Arrays.asList("x", "y").contains("y"));
        double[] d = {3.5, -0.0, 0.0, Double.NaN, -1};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        Arrays.setAll(a, i -> i * i);
        Arrays.parallelPrefix(a, Integer::sum);
        System.out.println(Arrays.toString(boxed) + Arrays.toString(a));
        long[] big = new long[500];
        for (int i = 0; i < big.length; i++) big[i] = (i * 7919L) % 503;
        Arrays.sort(big);
        System.out.println(big[0] + " " + big[250] + " " + big[499]);
        char[] cs = "sorting chars".toCharArray(); Arrays.sort(cs); System.out.println(new String(cs).trim());
        try { Arrays.copyOfRange(c, 3, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { Arrays.asList(1, 2).add(3); } catch (UnsupportedOperationException e) { System.out.println("fixed size"); }
    }
}
