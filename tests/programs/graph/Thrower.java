// An exception leaves the recursion and is caught by the outermost caller.
// graph: Thrower.main unbounded
// reaches: caught
// throws: nothing
// loops: 1
// verdict: terminates
class Thrower {
    static void down(int n) {
        if (n <= 0) throw new IllegalStateException();
        down(n - 1);
    }

    public static void main(String[] args) {
        try {
            down(args.length);
        } catch (IllegalStateException e) {
            caught();
        }
    }

    static void caught() {}
}
