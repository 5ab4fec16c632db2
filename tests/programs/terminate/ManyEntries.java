// More calls into one recursion than are told apart; the last one gets a ring back.
// method: ManyEntries.main
// expect java: diverges
// expect unbounded: diverges
class ManyEntries {
    ManyEntries next;

    ManyEntries(ManyEntries next) {
        this.next = next;
    }

    ManyEntries append(ManyEntries end) {
        return new ManyEntries(next == null ? end : next.append(end));
    }

    public static void main(String[] args) {
        ManyEntries list = new ManyEntries(new ManyEntries(null));
        ManyEntries ring = new ManyEntries(null);
        ring.next = ring;
        list.append(null);
        list.append(null);
        list.append(null);
        list.append(null);
        list.append(null);
        ManyEntries last = list.append(ring);
        while (last != null) last = last.next;
    }
}
