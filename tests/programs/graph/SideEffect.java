// A write is seen through an abstract predecessor [Otto15, Ex. 1.39]: the comparison may succeed.
// graph: SideEffect.main unbounded
// reaches: spin
// verdict: terminates
class SideEffect {
    Object tag;
    SideEffect next;

    public static void main(String[] argv) {
        SideEffect last = new SideEffect(), head = last;
        for (int k = 1; k < argv.length; k++) {
            last.next = new SideEffect();
            last = last.next;
        }
        Object t = new Object();
        last.tag = t;
        for (SideEffect c = head.next; c != null; c = c.next) {
            if (c.tag == t) spin();
        }
    }

    static void spin() {}
}
