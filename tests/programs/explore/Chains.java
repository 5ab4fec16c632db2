// run: explore --heap all --max-objects 2
// within: Chains.atMostTwo Chains.notThree Chains.links
// safe: Chains.untouched Chains.onlyItself

/** A bound on input objects leaves failures beyond it unseen, and never turns that into a proof. */
class Chains {
    int mark;
    Chains next;

    int links() {
        int count = 0;
        for (Chains at = this; at != null; at = at.next) {
            if (++count > 4) {
                return count;
            }
        }
        return count;
    }

    /** False only for chains of three and more different objects. */
    void atMostTwo() {
        if (next != null && next != this && next.next != null && next.next != this && next.next != next) {
            next.next.mark = 1;
            assert false : "three";
        }
    }

    /** Two arguments and the receiver: three objects if all are told apart. */
    void notThree(Chains left, Chains right) {
        if (left == null || right == null) {
            return;
        }
        int sum = mark + left.mark + right.mark;
        if (this != left && left != right && this != right) {
            assert sum != sum : "three";
        }
    }

    /** Two objects are within the bound. */
    static void two(Chains left, Chains right) {
        if (left == null || right == null || left == right) {
            return;
        }
        Chains a = left.next;
        Chains b = right.next;
        assert a == null && a != b : "two"; //~ AssertionError
    }

    int untouched(int number) {
        return number / 3;
    }

    void onlyItself() {
        mark++;
    }
}
