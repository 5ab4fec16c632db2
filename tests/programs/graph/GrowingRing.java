// Erratum E3: inserting into an explicit ring must not unroll it forever.
// graph: GrowingRing.main unbounded
// verdict: terminates
class GrowingRing {
    GrowingRing next;

    public static void main(String[] argv) {
        GrowingRing ring = new GrowingRing();
        ring.next = ring;
        for (int k = 0; k < argv.length; k++) {
            GrowingRing node = new GrowingRing();
            node.next = ring.next;
            ring.next = node;
        }
    }
}
