// The variant with a side effect: the last element is linked to itself, so cycles must be expected afterwards.
// graph: Closing.twice unbounded tree
// acyclic: no
// verdict: diverges
class Closing {
    Closing next;

    int len() {
        if (next == null) {
            next = this;
            return 1;
        }
        return 1 + next.len();
    }

    static void twice(Closing l) {
        l.len();
        l.len();
    }
}
// guards: graph::recursion::inputs::mark_changed
