// Records compare floats by bits, arrays by identity, parts by equals.

import java.util.*;

public class RecordEquality {
    record Point(double x, double y) {}

    record Box(String name, List<Integer> items, int[] raw) {}

    public static void main(String[] args) {
        System.out.println(new Point(0.0, Double.NaN).equals(new Point(0.0, Double.NaN)));
        System.out.println(new Point(0.0, 0).equals(new Point(-0.0, 0)));
        int[] raw = {1};
        System.out.println(new Box("a", List.of(1), raw).equals(new Box("a", new ArrayList<>(List.of(1)), raw)));
        System.out.println(new Box("a", List.of(1), raw).equals(new Box("a", List.of(1), raw.clone())));
        System.out.println(new Point(1, 2).hashCode() == new Point(1, 2).hashCode());
        System.out.println(new Point(1, 2));
        System.out.println(new Box(null, null, null));
    }
}
