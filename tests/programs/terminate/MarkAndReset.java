// What is marked now is unmarked later, because the two may be one.
// method: MarkAndReset.run
// expect java: diverges
// expect unbounded: diverges
class MarkAndReset {
    boolean visited;
    MarkAndReset next;

    static void run(MarkAndReset cell, MarkAndReset other) {
        while (cell != null && !cell.visited) {
            cell.visited = true;
            other.visited = false;
            cell = cell.next;
        }
    }
}
