// What the static field holds may lie behind an argument: cutting one cuts the other, and the tail is gone round for ever.
// method: BehindArgument.walk
// expect java: unknown
// expect unbounded: unknown
class BehindArgument {
    static BehindArgument tail;
    BehindArgument next;

    static void walk(BehindArgument head) {
        if (head == null || head.next == null || head.next.next != null || tail == null) {
            return;
        }
        tail.next = tail;
        while (head != null) {
            head = head.next;
        }
    }
}
