// What comes back is the rest of the list, which the call made longer.
// method: PatchRest.run
// expect java: diverges
// expect unbounded: diverges
class PatchRest {
    static class Cell {
        Cell next;
    }

    static Cell rest(Cell list, int depth) {
        if (depth > 0) return rest(list, depth - 1);
        Cell rest = list.next;
        if (rest != null && rest.next == null) rest.next = new Cell();
        return rest;
    }

    static void run(int n) {
        Cell list = new Cell();
        list.next = new Cell();
        while (list != null) list = rest(list, n);
    }
}
