// method: Panhandle.main
// The list leads into a ring that its first cell is not on.
// expect java: diverges
// expect unbounded: diverges
class Panhandle {
    Panhandle next;

    public static void main(String[] args) {
        Panhandle last = new Panhandle();
        Panhandle first = last;
        for (String arg : args) {
            Panhandle cell = new Panhandle();
            cell.next = first;
            first = cell;
        }
        last.next = first;
        Panhandle handle = new Panhandle();
        handle.next = first;
        for (Panhandle cell = handle.next; cell != handle; cell = cell.next) {
        }
    }
}
