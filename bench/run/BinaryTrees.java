// Binary trees: allocation and collection of many small objects.
class BinaryTrees {
    static final class Tree { Tree left, right; Tree(Tree l, Tree r) { left = l; right = r; } int check() { return left == null ? 1 : 1 + left.check() + right.check(); } }
    static Tree make(int depth) { return depth == 0 ? new Tree(null, null) : new Tree(make(depth - 1), make(depth - 1)); }
    public static void main(String[] args) {
        int max = 14;
        Tree lasting = make(max);
        for (int depth = 4; depth <= max; depth += 4) {
            int rounds = 1 << (max - depth + 4), sum = 0;
            for (int i = 0; i < rounds; i++) sum += make(depth).check();
            System.out.println(rounds + " trees of depth " + depth + " check " + sum);
        }
        System.out.println(lasting.check());
    }
}
