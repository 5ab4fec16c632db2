// The constructor closes the ring itself.
// method: RingOfItself.run
// expect java: diverges
// expect unbounded: diverges
class RingOfItself {
    private final RingOfItself next;

    RingOfItself() {
        next = this;
    }

    void run() {
        for (RingOfItself at = this; at != null; at = at.next) {
        }
    }
}
