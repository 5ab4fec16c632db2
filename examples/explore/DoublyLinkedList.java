/** A doubly linked list of ints with both ends. */
public class DoublyLinkedList {
    static final class Node {
        int value;
        Node previous, next;
    }

    Node first, last;

    public void addFirst(int value) {
        Node node = new Node();
        node.value = value;
        node.next = first;
        if (first == null) {
            last = node;
        } else {
            first.previous = node;
        }
        first = node;
    }

    public void addLast(int value) {
        Node node = new Node();
        node.value = value;
        node.previous = last;
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
    }

    public int removeFirst() {
        if (first == null) {
            throw new IllegalStateException("empty list");
        }
        int value = first.value;
        first = first.next;
        if (first == null) {
            last = null;
        } else {
            first.previous = null;
        }
        return value;
    }

    public int length() {
        int length = 0;
        for (Node node = first; node != null; node = node.next) {
            length++;
        }
        return length;
    }

    public boolean repOk() {
        Node previous = null;
        for (Node node = first; node != null; node = node.next) {
            if (node.previous != previous) {
                return false;
            }
            previous = node;
        }
        return previous == last;
    }
}
