/** Binary trees, with and without parents. */
class Trees {
    static final class Node {
        int key;
        Node left, right, parent;
    }

    static int leftDepth(Node n) { int d = 0; while (n != null) { d++; n = n.left; } return d; }
    static boolean find(Node n, int k) { while (n != null) { if (n.key == k) return true; n = k < n.key ? n.left : n.right; } return false; }
    static Node rotateRight(Node n) { Node l = n.left; n.left = l.right; l.right = n; return l; }
    static Node rotateLeft(Node n) { Node r = n.right; n.right = r.left; r.left = n; return r; }
    static boolean linked(Node n) { return n.left == null || n.left.parent == n; }
    static boolean shared(Node n) { return n != null && n.left != null && n.left == n.right; }
    static Node minimum(Node n) { while (n.left != null) n = n.left; return n; }
    static boolean isLeaf(Node n) { return n.left == null && n.right == null; }
    static int balance(Node n) { int b = 0; if (n.left != null) b--; if (n.right != null) b++; return b; }
    static void mirror(Node n) { if (n != null) { Node t = n.left; n.left = n.right; n.right = t; } }
    static boolean mirrored(Node n) { Node l = n.left, r = n.right; mirror(n); return n.left == r && n.right == l; }
    static Node sibling(Node n) { Node p = n.parent; if (p == null) return null; return p.left == n ? p.right : p.left; }
    static boolean uncleIsRed(Node n) { Node s = sibling(n); return s != null && s.key > 0; }
    static void attach(Node p, Node c) { p.left = c; c.parent = p; assert p.left.parent == p; }
    static int sumTop(Node n) { int s = n.key; if (n.left != null) s += n.left.key; if (n.right != null) s += n.right.key; return s; }
}
