// A recursive copy that is one longer than the list was.
// method: CopyLonger.run
// expect java: diverges
// expect unbounded: diverges
class CopyLonger {
    static class Cell {
        Cell next;

        Cell(Cell next) {
            this.next = next;
        }
    }

    static Cell copy(Cell list) {
        return list == null ? new Cell(null) : new Cell(copy(list.next));
    }

    static void run(int n) {
        Cell list = null;
        for (int i = 0; i < n; i++) list = new Cell(list);
        while (list != null) list = copy(list.next);
    }
}
