// The list may be cyclic, but what was visited is marked.
// method: MarkRing.run
// expect java: terminates
// expect unbounded: terminates
class MarkRing {
    boolean visited;
    MarkRing next;

    static void run(MarkRing cell) {
        while (cell != null && !cell.visited) {
            cell.visited = true;
            cell = cell.next;
        }
    }
}
