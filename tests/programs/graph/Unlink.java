// Taking an element out of a list removes an edge before it adds one: nothing is shared afterwards.
// graph: Unlink.second unbounded tree
// acyclic: yes
// loops: 0
// verdict: terminates
class Unlink {
    Unlink next;

    static void second(Unlink list) {
        if (list != null && list.next != null) {
            list.next = list.next.next;
        }
    }
}
