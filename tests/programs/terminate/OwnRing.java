// Nobody else can write the field, and nobody here does.
// method: OwnRing.last
// expect java: unknown
// expect unbounded: unknown
class OwnRing {
    private OwnRing next;

    OwnRing(OwnRing next) {
        this.next = next;
    }

    static OwnRing last(OwnRing ring) {
        while (ring.next != null) ring = ring.next;
        return ring;
    }
}
