// One call appends to a ring, the other to a list: what the second gives back is no ring.
// method: EntriesApart.main
// expect java: terminates
// expect unbounded: terminates
class EntriesApart {
    EntriesApart next;

    EntriesApart(EntriesApart next) {
        this.next = next;
    }

    EntriesApart append(EntriesApart end) {
        return new EntriesApart(next == null ? end : next.append(end));
    }

    public static void main(String[] args) {
        EntriesApart list = new EntriesApart(new EntriesApart(null));
        EntriesApart ring = new EntriesApart(null);
        ring.next = ring;
        list.append(ring);
        EntriesApart longer = list.append(list);
        while (longer != null) longer = longer.next;
    }
}
