/**
 * The linked-list program of "Exact Heap Summaries" (Fig. 1), with its two slips mended: the list node's field is called
 * {@code elem} throughout, and an empty list is not dereferenced.
 *
 * <pre>cupper compare examples/explore/LinkedList.java --method LinkedList.run --shape acyclic --sizes 1..5</pre>
 */
public class LinkedList {
    static final class Data {
        Integer val;
    }

    static final class Node {
        Data elem;
        Node next;
    }

    Node head;
    Data data0, data1, data2, data3, data4;

    static boolean contains(Node root, Data val) {
        Node node = root;
        while (node != null) {
            if (node.elem == val) {
                return true;
            }
            node = node.next;
        }
        return false;
    }

    public boolean run() {
        return contains(head, data0)
                && contains(head, data1)
                && contains(head, data2)
                && contains(head, data3)
                && contains(head, data4);
    }
}
