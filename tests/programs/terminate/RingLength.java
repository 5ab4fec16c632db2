// method: RingLength.main
// The last cell points back to the first.
// expect java: diverges
// expect unbounded: diverges
class RingLength {
    RingLength next;

    public static void main(String[] args) {
        RingLength ring = new RingLength();
        ring.next = new RingLength();
        ring.next.next = ring;
        for (RingLength cell = ring; cell != null; cell = cell.next) {
        }
    }
}
