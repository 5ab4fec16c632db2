// A recursive copy is as long as the list was.
// method: CopyTail.run
// expect java: terminates
// expect unbounded: terminates
class CopyTail {
    static class Cell {
        Cell next;

        Cell(Cell next) {
            this.next = next;
        }
    }

    static Cell copy(Cell list) {
        return list == null ? null : new Cell(copy(list.next));
    }

    static void run(int n) {
        Cell list = null;
        for (int i = 0; i < n; i++) list = new Cell(list);
        while (list != null) list = copy(list.next);
    }
}
