// Every round takes a link away, and there were finitely many.
// method: CutRing.run
// expect java: terminates
// expect unbounded: terminates
class CutRing {
    CutRing next;

    static void run(CutRing cell) {
        while (cell.next != null) {
            CutRing behind = cell.next;
            cell.next = null;
            cell = behind;
        }
    }
}
