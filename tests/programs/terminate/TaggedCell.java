// method: TaggedCell.main
// A write is seen through the head of the list [Otto15, Ex. 1.39]: the last cell's tag is the one looked for.
// expect java: diverges
// expect unbounded: diverges
class TaggedCell {
    Object tag;
    TaggedCell next;

    public static void main(String[] argv) {
        TaggedCell last = new TaggedCell(), head = last;
        for (int k = 1; k < argv.length; k++) {
            last.next = new TaggedCell();
            last = last.next;
        }
        Object t = new Object();
        last.tag = t;
        for (TaggedCell c = head; c != null; c = c.next) {
            while (c.tag == t) {
            }
        }
    }
}
