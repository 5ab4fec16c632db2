// method: SharedGrowth.main
// Two ways lead to the node that grows whenever a way is taken off.
// expect java: diverges
// expect unbounded: diverges
class SharedGrowth {
    static class Tree {
        Tree left;
        Tree right;

        Tree(Tree left, Tree right) {
            this.left = left;
            this.right = right;
        }
    }

    public static void main(String[] args) {
        Tree shared = new Tree(null, null);
        Tree top = new Tree(shared, shared);
        while (top != null) {
            shared.left = new Tree(shared.left, null);
            top = new Tree(top.left, top.right.left);
            top.right = shared;
        }
    }
}
