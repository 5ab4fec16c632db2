// A doubly linked ring with a header: every walk from the header comes back to it.
// graph: HeaderRing.main unbounded
// verdict: terminates
class HeaderRing {
    HeaderRing next = this;
    HeaderRing previous = this;

    void addBefore(HeaderRing cell) {
        cell.next = this;
        cell.previous = previous;
        cell.previous.next = cell;
        previous = cell;
    }

    void remove() {
        previous.next = next;
        next.previous = previous;
    }

    public static void main(String[] args) {
        HeaderRing header = new HeaderRing();
        for (String arg : args) {
            header.addBefore(new HeaderRing());
        }
        int count = 0;
        for (HeaderRing cell = header.next; cell != header; cell = cell.next) count++;
        for (HeaderRing cell = header.previous; cell != header; cell = cell.previous) {
            if (count-- == 1) {
                cell.remove();
                return;
            }
        }
    }
}
