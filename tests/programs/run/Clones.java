// clone, equals and hashCode contracts, Object methods.
import java.util.*;
class Clones {
    static class Sheep implements Cloneable { int[] wool = {1, 2}; String name = "dolly"; public Sheep clone() throws CloneNotSupportedException { return (Sheep) super.clone(); } }
    static class Goat { Object copy() throws CloneNotSupportedException { return super.clone(); } }
    public static void main(String[] args) throws Exception {
        Sheep a = new Sheep(), b = a.clone();
        System.out.println((a == b) + " " + (a.wool == b.wool) + " " + a.name.equals(b.name));
        try { new Goat().copy(); } catch (CloneNotSupportedException e) { System.out.println(e); }
        int[][] x = {{1}, {2}}, y = x.clone();
        System.out.println((x[0] == y[0]) + " " + (x == y) + " " + Arrays.deepEquals(x, y));
        System.out.println(new ArrayList<>(List.of(1, 2)).clone() + " " + new HashMap<>(Map.of(1, 2)).clone());
        Object o = new Object();
        System.out.println(o.equals(o) + " " + (o.hashCode() == System.identityHashCode(o)) + " " + o.toString().startsWith("java.lang.Object@"));
    }
}
