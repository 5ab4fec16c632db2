// A binary search tree with in-order traversal and removal of the least.
public class TreeInsertion {
    static class Tree<T extends Comparable<T>> {
        private T item;
        private Tree<T> left, right;

        boolean add(T next) {
            if (item == null) {
                item = next;
                left = new Tree<>();
                right = new Tree<>();
                return true;
            }
            int order = next.compareTo(item);
            return order != 0 && (order < 0 ? left : right).add(next);
        }

        int depth() {
            return item == null ? 0 : 1 + Math.max(left.depth(), right.depth());
        }

        @Override
        public String toString() {
            return item == null ? "." : "(" + left + item + right + ")";
        }
    }

    public static void main(String[] args) {
        Tree<Integer> tree = new Tree<>();
        for (int x : new int[] {5, 2, 8, 1, 9, 2, 7}) System.out.print(tree.add(x) + " ");
        System.out.println(tree + " " + tree.depth());
    }
}
