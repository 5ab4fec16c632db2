class Node {
    int value;
    Node next;
}

class World {
    static int count;
    static Node top;
    static final Node ROOT = new Node();

    static void set(int number, Node node) {
        count = number;
        top = node;
    }

    static int number(long number) {
        return (int) number;
    }
}
