// run: explore --heap all
// safe: Statics.set Statics.written Statics.table Statics.fixed Statics.swap Statics.Lazy.set Statics.fresh

/** Static fields that the program changes are unknown when a method is called; the others are as their class made them. */
class Statics {
    static int divisor = 1;
    static Node head;
    static Node tail = new Node(7);
    private static boolean ready;
    static int limit = 10;
    static final int[] TABLE = {1, 2, 3};

    static void set(int value, Node node, boolean on) {
        divisor = value;
        head = node;
        tail = node;
        ready = on;
    }

    static int divide(int x) {
        return x / divisor; //~ ArithmeticException
    }

    static int written(int x) {
        divisor = 2;
        return x / divisor;
    }

    static int first() {
        return head.value; //~ NullPointerException
    }

    /** Two static fields, and a parameter, may be one object. */
    static int alias(Node node) {
        if (node == null || head == null || tail == null) {
            return 0;
        }
        head.value = 1;
        tail.value = 2;
        node.value = 3;
        assert head.value + tail.value != 6; //~ AssertionError
        return head.value;
    }

    static void use() {
        if (!ready) {
            throw new IllegalStateException(); //~ IllegalStateException
        }
    }

    /** Nobody changes the limit. */
    static int fixed(int x) {
        return limit == 10 ? 0 : x / 0;
    }

    static int table(int i) {
        return i >= 0 && i < TABLE.length ? 6 / TABLE[i] : 0;
    }

    static void swap() {
        Node old = head;
        head = tail;
        tail = old;
        assert tail == old;
    }

    /** The initialiser of another class sees what it wrote itself. */
    static int fresh() {
        return Made.fromStart;
    }

    static int changed() {
        return 1 / Made.later; //~ ArithmeticException
    }

    /** A parameter called like the class is not the class. */
    static void names(Node Statics) {
        if (Statics != null && Statics.value == 0 && divisor == 5) {
            throw new AssertionError(); //~ AssertionError
        }
    }

    static class Made {
        static int later = 4;
        static final int fromStart = 8 / later;

        static void set(int value) {
            later = value;
        }
    }

    static class Lazy {
        private static Lazy instance;
        int uses;

        static Lazy get() {
            if (instance == null) {
                instance = new Lazy();
            }
            instance.uses++;
            assert instance.uses != 3; //~ AssertionError
            return instance;
        }

        static void set(Lazy lazy) {
            instance = lazy;
        }
    }

    static class Node {
        int value;

        Node(int value) {
            this.value = value;
        }
    }
}
