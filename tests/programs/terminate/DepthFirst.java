// Any graph: recursion ends because it marks.
// method: DepthFirst.visit
// expect java: terminates
// expect unbounded: terminates
class DepthFirst {
    boolean visited;
    DepthFirst left, right;

    static void visit(DepthFirst node) {
        if (node == null || node.visited) return;
        node.visited = true;
        visit(node.left);
        visit(node.right);
    }
}
