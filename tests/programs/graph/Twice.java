// Measuring a list twice [Otto15, Ex. 3.2]: the first call must not make the second one lose what is known. What each
// of them starts is told apart.
// graph: Twice.twice unbounded tree
// acyclic: yes
// loops: 2
// verdict: terminates
class Twice {
    Twice next;

    int len() {
        if (next == null) return 1;
        return 1 + next.len();
    }

    static void twice(Twice l) {
        l.len();
        l.len();
    }
}
