/** A map from ints to ints as a left-leaning red-black tree. */
public class RedBlackTree {
    static final class Node {
        int key;
        int value;
        boolean red;
        Node left, right;

        Node(int key, int value) {
            this.key = key;
            this.value = value;
            this.red = true;
        }
    }

    Node root;

    public boolean containsKey(int key) {
        return find(key) != null;
    }

    public int get(int key, int otherwise) {
        Node node = find(key);
        return node == null ? otherwise : node.value;
    }

    public void put(int key, int value) {
        root = insert(root, key, value);
        root.red = false;
    }

    private Node find(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node;
    }

    private static Node insert(Node node, int key, int value) {
        if (node == null) {
            return new Node(key, value);
        }
        if (key < node.key) {
            node.left = insert(node.left, key, value);
        } else if (key > node.key) {
            node.right = insert(node.right, key, value);
        } else {
            node.value = value;
        }
        if (isRed(node.right) && !isRed(node.left)) {
            node = rotateLeft(node);
        }
        if (isRed(node.left) && isRed(node.left.left)) {
            node = rotateRight(node);
        }
        if (isRed(node.left) && isRed(node.right)) {
            flip(node);
        }
        return node;
    }

    private static boolean isRed(Node node) {
        return node != null && node.red;
    }

    private static Node rotateLeft(Node node) {
        Node up = node.right;
        node.right = up.left;
        up.left = node;
        up.red = node.red;
        node.red = true;
        return up;
    }

    private static Node rotateRight(Node node) {
        Node up = node.left;
        node.left = up.right;
        up.right = node;
        up.red = node.red;
        node.red = true;
        return up;
    }

    private static void flip(Node node) {
        node.red = true;
        node.left.red = false;
        node.right.red = false;
    }
}
