// A hand-made linked list reversed in place, with a cycle found.
public class LinkedNodes {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node reverse(Node node) {
        Node done = null;
        while (node != null) {
            Node next = node.next;
            node.next = done;
            done = node;
            node = next;
        }
        return done;
    }

    static boolean cyclic(Node node) {
        Node slow = node, fast = node;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) return true;
        }
        return false;
    }

    public static void main(String[] args) {
        Node list = null;
        for (int i = 0; i < 6; i++) list = new Node(i, list);
        list = reverse(list);
        for (Node at = list; at != null; at = at.next) System.out.print(at.value + " ");
        System.out.println(cyclic(list));
        list.next.next.next.next = list;
        System.out.println(cyclic(list));
    }
}
