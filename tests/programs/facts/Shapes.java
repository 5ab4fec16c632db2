// Fields that only constructors write: lists that end, numbers that belong together.
//
// holds: Node: next leads to older objects only
// falls: Ring: next leads to older objects only
// falls: Tied: next leads to older objects only
// falls: Mutable: next leads to older objects only
// falls: Told: next leads to older objects only
// holds: Left: right leads to older objects only
// holds: Right: left leads to older objects only
// holds: Table: rows == cells.length
// falls: Leaky: rows == cells.length
// holds: Span: low <= high
// falls: OpenSpan: low <= high
// falls: Resized: rows == cells.length
// falls: Either: low < high
// holds: Either: low <= high
// falls: Loop: last <= first
class Node {
    private final Node next;

    Node(Node next) {
        this.next = next;
    }
}

class Ring {
    private final Ring next;

    Ring() {
        next = this;
    }
}

class Tied {
    private Tied next;

    static void tie(Tied a, Tied b) {
        a.next = b;
        b.next = a;
    }
}

class Mutable {
    private Mutable next;

    Mutable(Mutable next) {
        this.next = next;
    }

    void setNext(Mutable next) {
        this.next = next;
    }
}

class Told {
    private final Told next;

    Told(Told[] place) {
        place[0] = this;
        next = place[1];
    }
}

class Left {
    private final Right right;

    Left(Right right) {
        this.right = right;
    }
}

class Right {
    private final Left left;

    Right(Left left) {
        this.left = left;
    }
}

class Table {
    private final int rows;
    private final int[] cells;

    Table(int rows) {
        this.rows = rows;
        this.cells = new int[rows];
    }

    Table(int[] cells) {
        this.cells = cells;
        this.rows = cells.length;
    }
}

class Leaky {
    static Leaky last;
    private final int rows;
    private final int[] cells;

    Leaky(int rows) {
        this.rows = rows;
        last = this;
        this.cells = new int[rows];
    }
}

class Span {
    private final int low;
    private final int high;

    Span(int a, int b) {
        if (a <= b) {
            low = a;
            high = b;
        } else {
            low = b;
            high = a;
        }
    }
}

class OpenSpan {
    private final int low;
    private final int high;

    OpenSpan(int low, int high) {
        this.low = low;
        this.high = high;
    }
}

class Resized {
    private int rows;
    private int[] cells;

    Resized(int rows) {
        this.rows = rows;
        this.cells = new int[rows];
    }

    void grow() {
        cells = new int[rows + 1];
    }
}

class Either {
    private final int low;
    private final int high;

    Either(int low, int high) {
        if (low >= high) {
            throw new IllegalArgumentException();
        }
        this.low = low;
        this.high = high;
    }

    Either(int both) {
        low = both;
        high = both;
    }
}

class Loop {
    private final int first;
    private final int last;

    Loop(int n) {
        int i = 0;
        int before = 0;
        while (i < n) {
            before = i;
            i = i + 2;
        }
        first = before;
        last = i;
    }
}
