/** Sets that can be joined: union by rank, with path halving. */
public class DisjointSet {
    static final class Element {
        /** Null for the representative of a set. */
        Element parent;
        int rank;
    }

    public static Element find(Element element) {
        Element current = element;
        while (current.parent != null) {
            if (current.parent.parent != null) {
                current.parent = current.parent.parent;
            }
            current = current.parent;
        }
        return current;
    }

    public static boolean same(Element a, Element b) {
        return find(a) == find(b);
    }

    public static Element join(Element a, Element b) {
        Element left = find(a);
        Element right = find(b);
        if (left == right) {
            return left;
        }
        if (left.rank < right.rank) {
            left.parent = right;
            return right;
        }
        right.parent = left;
        if (left.rank == right.rank) {
            left.rank++;
        }
        return left;
    }
}
