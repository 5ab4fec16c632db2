// Records: accessors, equality, hash codes, text, compact constructors, generics, nesting.
import java.util.*;
class Records {
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("negative"); } double norm() { return Math.sqrt(x * x + y * y); } static Point origin() { return new Point(0, 0); } }
    record Pair<A, B>(A first, B second) {}
    record Mixed(byte b, char c, long l, float f, double d, boolean z, String s, int[] a) {}
    record Empty() {}
    public static void main(String[] args) {
        Point p = new Point(3, 4), q = new Point(3, 4);
        System.out.println(p + " " + p.equals(q) + " " + (p == q) + " " + (p.hashCode() == q.hashCode()) + " " + p.norm() + p.x());
        System.out.println(new Pair<>("a", List.of(1)) + " " + new Pair<>(null, p).equals(new Pair<>(null, q)) + new Empty() + new Empty().equals(new Empty()));
        System.out.println(p.hashCode() + " " + new Pair<>("k", 5).hashCode());
        Mixed m = new Mixed((byte) 1, 'c', 2L, 3f, 4.0, true, "s", null);
        System.out.println(m + " " + m.equals(new Mixed((byte) 1, 'c', 2L, 3f, 4.0, true, "s", null)) + " " + m.hashCode());
        try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Map<Point, String> map = new HashMap<>();
        map.put(p, "found");
        System.out.println(map.get(q) + Point.origin());
    }
}
