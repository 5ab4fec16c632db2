// Much garbage and a structure that survives it.
import java.util.*;
class Garbage {
    static class Node { Node left, right; int value; Node(int v) { value = v; } }
    static Node tree(int d) { Node n = new Node(d); if (d > 0) { n.left = tree(d - 1); n.right = tree(d - 1); } return n; }
    static int sum(Node n) { return n == null ? 0 : n.value + sum(n.left) + sum(n.right); }
    public static void main(String[] args) {
        Node keep = tree(10);
        Map<Integer, byte[]> recent = new LinkedHashMap<>();
        Object identity = new Object();
        int hash = identity.hashCode();
        long total = 0;
        for (int i = 0; i < 3000; i++) {
            recent.put(i % 50, new byte[20_000]);
            String s = "garbage" + i;
            total += s.length() + recent.get(i % 50).length;
        }
        System.out.println(total + " " + sum(keep) + " " + recent.size() + " " + (hash == identity.hashCode()));
    }
}
