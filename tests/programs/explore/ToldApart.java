// run: explore --heap all
// safe: ToldApart.apart ToldApart.far
class ToldApart {
    int key;
    ToldApart left, right;

    /** Their keys tell them apart. */
    void apart(int k) {
        if (left == null || k <= key || left.key < k) return;
        left.key = key;
        assert left != this && left.key < k;
    }

    /** A difference told by several steps. */
    void far() {
        if (left == null || left.left == null) return;
        if (left.key != key + 1 || left.left.key != key + 2) return;
        left.left.key = 7;
        assert left.key == key + 1;
    }

    /** Keys that say nothing, or that say the same. */
    void perhaps(int k) {
        if (left == null || right == null || k >= left.key || right.key > left.key) return;
        right.key = k;
        assert left.key > k; //~ AssertionError
    }

    void itself(int k) {
        if (left == null || left.key != k || key != k) return;
        left.key = k + 1;
        assert key == k; //~ AssertionError
    }
}
