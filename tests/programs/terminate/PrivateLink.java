// The field is private, but whoever has two links can tie them together.
// method: PrivateLink.last
// expect java: diverges
// expect unbounded: diverges
class PrivateLink {
    private PrivateLink next;

    void tie(PrivateLink other) {
        next = other;
    }

    static PrivateLink last(PrivateLink link) {
        while (link.next != null) link = link.next;
        return link;
    }
}
