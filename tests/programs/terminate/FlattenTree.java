// method: FlattenTree.main
// Rotations make the tree no smaller and no lower, but less of it is on the left.
// expect java: terminates
// expect unbounded: terminates
class FlattenTree {
    static class Tree {
        final Tree left;
        final Tree right;

        Tree(Tree left, Tree right) {
            this.left = left;
            this.right = right;
        }
    }

    public static void main(String[] args) {
        Tree tree = null;
        for (String arg : args) {
            tree = arg.isEmpty() ? new Tree(tree, null) : new Tree(null, tree);
        }
        while (tree != null) {
            if (tree.left == null) {
                tree = tree.right;
            } else {
                tree = new Tree(tree.left.left, new Tree(tree.left.right, tree.right));
            }
        }
    }
}
