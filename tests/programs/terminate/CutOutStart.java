// method: CutOutStart.main
// The walk cuts out the cell it wants to come back to.
// expect java: diverges
// expect unbounded: diverges
class CutOutStart {
    CutOutStart next;

    public static void main(String[] args) {
        CutOutStart last = new CutOutStart();
        CutOutStart start = last;
        for (String arg : args) {
            CutOutStart cell = new CutOutStart();
            cell.next = start;
            start = cell;
        }
        last.next = start;
        for (CutOutStart cell = start.next; cell != start; cell = cell.next) {
            if (cell.next == start) cell.next = start.next;
        }
    }
}
