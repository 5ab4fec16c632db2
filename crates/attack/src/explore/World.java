class Node {
    int value;
    Node next;

    Node() {}

    Node(int value, Node next) {
        this.value = value;
        this.next = next;
    }
}

class World {
    static final Node ROOT = new Node(7, null);
    static final int[] EMPTY = {};
    static final int[] PAIR = {1, 2};
    static final String NAME = "a";
    static final Integer BOX = 1;
    static int count;
    static Node top;
    static int[] cells;
    static String word;

    static void set(int number, Node node, int[] array, String text) {
        count = number;
        top = node;
        cells = array;
        word = text;
    }
}
