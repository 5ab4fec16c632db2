// Nothing is ever marked.
// method: MarkNothing.run
// expect java: diverges
// expect unbounded: diverges
class MarkNothing {
    boolean visited;
    MarkNothing next;

    static void run(MarkNothing cell) {
        while (cell != null && !cell.visited) {
            cell = cell.next;
        }
    }
}
