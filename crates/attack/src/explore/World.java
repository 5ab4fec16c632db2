class Node {
    int value;
    Node next;

    Node() {}

    Node(int value, Node next) {
        this.value = value;
        this.next = next;
    }
}

abstract class Shape {
    int size;

    abstract int area(int scale);

    Shape turned() {
        return this;
    }
}

class Square extends Shape {
    int area(int scale) {
        return size * scale;
    }
}

class Frame extends Square {
    Shape inner;

    int area(int scale) {
        if (inner == null) throw new IllegalArgumentException();
        return size - inner.size;
    }

    Shape turned() {
        return inner;
    }
}

enum Color {
    RED, GREEN { int rank() { return World.count; } };

    int rank() {
        return 1;
    }
}

class World {
    static final Node ROOT = new Node(7, null);
    static final Shape SHAPE = new Frame();
    static final int[] EMPTY = {};
    static final int[] PAIR = {1, 2};
    static final String NAME = "a";
    static final Integer BOX = 1;
    static int count;
    static Node top;
    static int[] cells;
    static String word;
    static Object any;

    static void set(int number, Node node, int[] array, String text, Object object) {
        count = number;
        top = node;
        cells = array;
        word = text;
        any = object;
    }

    static int touch(int number) {
        count += number;
        return count;
    }

    static Node twin(Node node, int depth) {
        return depth <= 0 || node == null ? node : twin(node.next, Math.min(depth, 3) - 1);
    }
}
