// method: GrowLeaves.main
// What happens in one subtree does not matter for the other.
// expect java: terminates
// expect unbounded: terminates
class GrowLeaves {
    static class Tree {
        Tree left;
        Tree right;
    }

    static Tree build(int depth) {
        if (depth <= 0) return null;
        Tree tree = new Tree();
        tree.left = build(depth - 1);
        tree.right = build(depth - 2);
        return tree;
    }

    static void grow(Tree tree) {
        if (tree.left == null) {
            tree.left = new Tree();
        } else {
            grow(tree.left);
        }
        if (tree.right != null) grow(tree.right);
    }

    public static void main(String[] args) {
        Tree tree = build(args.length);
        if (tree != null) grow(tree);
    }
}
