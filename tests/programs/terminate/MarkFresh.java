// Every round marks one cell and makes one that is not marked.
// method: MarkFresh.run
// expect java: diverges
// expect unbounded: diverges
class MarkFresh {
    int color;
    MarkFresh next;

    static void run(MarkFresh cell) {
        while (cell.color == 0) {
            cell.color = 1;
            MarkFresh fresh = new MarkFresh();
            fresh.next = cell;
            cell = fresh;
        }
    }
}
