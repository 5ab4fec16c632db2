// method: SearchTree.contains
// Nothing says that the tree is one.
// expect java: diverges
// expect unbounded: diverges
class SearchTree {
    int key;
    SearchTree left, right;
    static boolean contains(SearchTree tree, int key) {
        while (tree != null) {
            if (tree.key == key) return true;
            tree = key < tree.key ? tree.left : tree.right;
        }
        return false;
    }
}
