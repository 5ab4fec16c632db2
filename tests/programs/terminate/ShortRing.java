// method: ShortRing.main
// A cell far behind gets linked to one in front of it: what leads there led there through that very cell.
// expect java: diverges
// expect unbounded: diverges
class ShortRing {
    ShortRing next;

    public static void main(String[] args) {
        ShortRing end = new ShortRing();
        ShortRing cell = end;
        for (String arg : args) {
            ShortRing front = new ShortRing();
            front.next = cell;
            cell = front;
        }
        end.next = cell;
        ShortRing first = cell.next;
        ShortRing second = first.next;
        if (second != end) second.next = first;
        for (ShortRing c = first; c != end; c = c.next) {
        }
    }
}
