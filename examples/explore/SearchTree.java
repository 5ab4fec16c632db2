/** A binary search tree of ints without duplicates. */
public class SearchTree {
    static final class Node {
        int key;
        Node left, right;

        Node(int key) {
            this.key = key;
        }
    }

    Node root;
    int size;

    public boolean contains(int key) {
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return true;
            }
            node = key < node.key ? node.left : node.right;
        }
        return false;
    }

    public boolean insert(int key) {
        if (root == null) {
            root = new Node(key);
            size++;
            return true;
        }
        Node node = root;
        while (true) {
            if (key == node.key) {
                return false;
            }
            Node next = key < node.key ? node.left : node.right;
            if (next == null) {
                if (key < node.key) {
                    node.left = new Node(key);
                } else {
                    node.right = new Node(key);
                }
                size++;
                return true;
            }
            node = next;
        }
    }

    /** The smallest key; the tree must not be empty. */
    public int min() {
        if (root == null) {
            throw new IllegalStateException("empty tree");
        }
        Node node = root;
        while (node.left != null) {
            node = node.left;
        }
        return node.key;
    }

    public int depth() {
        return depth(root);
    }

    private static int depth(Node node) {
        return node == null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
    }

    /** Removes the smallest key of a tree that has one. */
    public void removeMin() {
        if (root == null) {
            return;
        }
        if (root.left == null) {
            root = root.right;
        } else {
            Node parent = root;
            while (parent.left.left != null) {
                parent = parent.left;
            }
            parent.left = parent.left.right;
        }
        size--;
    }

    /** Keys are in order. */
    public boolean repOk() {
        return ordered(root, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static boolean ordered(Node node, long low, long high) {
        return node == null
                || (low < node.key && node.key < high
                        && ordered(node.left, low, node.key)
                        && ordered(node.right, node.key, high));
    }
}
