/** Singly linked lists: reading, writing, sharing. */
class Lists {
    static final class Node {
        int val;
        boolean flag;
        Node next;
        Node other;
    }

    Node head;

    static int length(Node n) { int k = 0; while (n != null) { k++; n = n.next; } return k; }
    static int sum(Node n) { int s = 0; for (; n != null; n = n.next) s += n.val; return s; }
    static boolean has(Node n, int v) { while (n != null) { if (n.val == v) return true; n = n.next; } return false; }
    static boolean hasNode(Node n, Node x) { while (n != null) { if (n == x) return true; n = n.next; } return false; }
    static Node last(Node n) { while (n.next != null) n = n.next; return n; }
    static Node second(Node n) { return n.next; }
    static Node third(Node n) { return n.next.next; }
    static boolean selfLoop(Node n) { return n != null && n.next == n; }
    static boolean twoCycle(Node n) { return n != null && n.next != null && n.next.next == n; }
    static void unlinkSecond(Node n) { if (n != null && n.next != null) n.next = n.next.next; }
    static void swapFirst(Node a, Node b) { Node t = a.next; a.next = b.next; b.next = t; }
    static boolean writeThenCompare(Node a, Node b) { a.next = b; return b.next == b; }
    static int writeInt(Node a, Node b) { a.val = 1; b.val = 2; if (a.val == 1) return 1; return 2; }
    static int chain(Node a) { a.next.next.val = 7; if (a.val == 7) return 1; return 0; }
    static boolean reverseOnce(Node a) { Node b = a.next; if (b == null) return false; b.next = a; a.next = null; return b.next.next == null; }
    static Node insertSorted(Node n, int v) { while (n != null && n.val < v) n = n.next; return n; }
    static boolean same(Node a, Node b) { return a == b; }
    static boolean sameNext(Node a, Node b) { if (a == null || b == null) return false; return a.next == b.next; }
    static boolean flags(Node a) { if (a.flag) { return a.next != null; } return a.other == a.next; }
    static int recursive(Node n) { return n == null ? 0 : 1 + recursive(n.next); }
    static boolean distinct(Node a, Node b, Node c) { return a != b && b != c && a != c; }
    void push(int v) { Node n = new Node(); n.val = v; n.next = head; head = n; }
    boolean pushed() { Node old = head; push(3); return head.next == old; }
    int pop() { int v = head.val; head = head.next; return v; }
    boolean fresh() { Node n = new Node(); n.next = head; if (head != null && head.next == n) return true; return false; }
}
