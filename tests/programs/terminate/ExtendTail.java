// The caller walks along the list that the call makes longer at its end. Deeper and deeper calls are
// not recognised as one endless run.
// method: ExtendTail.run
// expect java: unknown
// expect unbounded: unknown
class ExtendTail {
    static class Cell {
        Cell next;
    }

    static void extend(Cell list) {
        if (list.next == null) list.next = new Cell();
        else extend(list.next);
    }

    static void run() {
        Cell list = new Cell();
        Cell tail = list;
        while (tail != null) {
            extend(list);
            tail = tail.next;
        }
    }
}
