// run: explore --heap all --loops 4
// safe: Hashed.twice Hashed.pair Hashed.fresh Hashed.identity Hashed.insertion Hashed.constants Hashed.mapped
// unknown: Hashed.order Hashed.keptByConstant Hashed.afterwards
// Objects in hash tables that have no hash code of their own: which object it is matters, which number it has does not.
import java.util.*;

class Hashed {
    static class NodeOf {
        int number;
        NodeOf next;
    }

    enum Colour { RED, GREEN }

    static void twice(NodeOf a) {
        if (a == null) return;
        Set<NodeOf> set = new HashSet<>();
        assert set.add(a) && !set.add(a) && set.size() == 1 && set.contains(a);
    }

    static void pair(NodeOf a, NodeOf b) {
        if (a == null || b == null) return;
        Set<NodeOf> set = new HashSet<>();
        set.add(a);
        boolean added = set.add(b);
        assert added == (a != b);
    }

    static void alias(NodeOf a, NodeOf b) {
        if (a == null || b == null) return;
        Set<NodeOf> set = new HashSet<>();
        set.add(a);
        assert set.add(b); //~ AssertionError
    }

    static void cycle(NodeOf first) {
        Set<NodeOf> seen = new HashSet<>();
        for (NodeOf at = first; at != null && seen.size() < 3; at = at.next) {
            if (!seen.add(at)) throw new IllegalStateException(); //~ IllegalStateException
        }
    }

    static void fresh() {
        Set<NodeOf> set = new HashSet<>();
        set.add(new NodeOf());
        set.add(new NodeOf());
        assert set.size() == 2;
    }

    static void identity(NodeOf a, NodeOf b) {
        if (a == null || b == null || a == b) return;
        Map<NodeOf, Integer> map = new IdentityHashMap<>();
        map.put(a, 1);
        map.put(b, 2);
        assert map.get(a) == 1 && map.get(b) == 2 && map.size() == 2;
    }

    static void mapped(NodeOf a, int number) {
        if (a == null) return;
        Map<NodeOf, Integer> map = new HashMap<>();
        map.put(a, number);
        map.remove(new NodeOf());
        assert map.get(a) == number;
    }

    static void insertion(NodeOf a, NodeOf b) {
        if (a == null || b == null) return;
        Set<NodeOf> set = new LinkedHashSet<>();
        set.add(a);
        set.add(b);
        assert set.iterator().next() == a;
    }

    static void order() {
        NodeOf a = new NodeOf();
        Set<NodeOf> set = new HashSet<>();
        set.add(a);
        set.add(new NodeOf());
        assert set.iterator().next() == a;
    }

    static void number(NodeOf a) {
        if (a != null && a.hashCode() == 77) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void constants(Colour colour) {
        if (colour == null) return;
        Map<Colour, String> map = new HashMap<>();
        map.put(Colour.RED, "red");
        map.put(Colour.GREEN, "green");
        assert map.get(colour).equals(colour == Colour.RED ? "red" : "green");
    }

    static void keptByConstant() {
        Map<Colour, String> map = new HashMap<>();
        map.put(Colour.RED, "red");
        assert Colour.RED.hashCode() != 123456;
    }

    static void afterwards(NodeOf a) {
        if (a == null) return;
        Set<NodeOf> set = new HashSet<>();
        set.add(a);
        assert System.identityHashCode(a) != 123456;
    }
}
