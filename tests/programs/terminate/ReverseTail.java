// Naive reversal: the sizes of what two recursive methods return, one from the other.
// method: ReverseTail.run
// expect java: terminates
// expect unbounded: terminates
class ReverseTail {
    static class Cell {
        Cell next;

        Cell(Cell next) {
            this.next = next;
        }
    }

    static Cell append(Cell list, Cell end) {
        return list == null ? end : new Cell(append(list.next, end));
    }

    static Cell reverse(Cell list) {
        return list == null ? null : append(reverse(list.next), new Cell(null));
    }

    static void run(int n) {
        Cell list = null;
        for (int i = 0; i < n; i++) list = new Cell(list);
        while (list != null) list = reverse(list.next);
    }
}
