// method: AroundRing.main
// A walk around a ring, which cuts out cells on its way, comes back to where it began.
// expect java: terminates
// expect unbounded: terminates
class AroundRing {
    AroundRing next;

    public static void main(String[] args) {
        AroundRing last = new AroundRing();
        AroundRing start = last;
        for (String arg : args) {
            AroundRing cell = new AroundRing();
            cell.next = start;
            start = cell;
        }
        last.next = start;
        int bits = args.length;
        AroundRing before = start;
        for (AroundRing cell = start.next; cell != start; cell = cell.next) {
            bits /= 2;
            if (bits % 2 == 0) {
                before.next = cell.next;
            } else {
                before = cell;
            }
        }
    }
}
