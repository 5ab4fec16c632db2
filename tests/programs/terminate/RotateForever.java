// method: RotateForever.main
// There and back again.
// expect java: diverges
// expect unbounded: diverges
class RotateForever {
    static class Tree {
        Tree left;
        Tree right;

        Tree(Tree left, Tree right) {
            this.left = left;
            this.right = right;
        }
    }

    public static void main(String[] args) {
        Tree tree = new Tree(new Tree(null, null), null);
        while (tree != null) {
            if (tree.left == null) {
                tree = new Tree(tree.right, null);
            } else {
                tree = new Tree(null, tree.left);
            }
        }
    }
}
