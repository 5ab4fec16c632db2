// A ring attached at the end of a list [Otto15, Ex. 1.40]: the walk never ends, so the loop must stay.
// graph: Ring.main unbounded
// loops: 2
// verdict: diverges
class Ring {
    Ring next;

    public static void main(String[] argv) {
        Ring last = new Ring(), head = last;
        for (int k = 1; k < argv.length; k++) {
            last.next = new Ring();
            last = last.next;
        }
        Ring ring = new Ring();
        ring.next = ring;
        last.next = ring;
        for (Ring c = head; c != null; c = c.next) {}
    }
}
