// run: explore --heap all --facts on --severity note
// safe: Row.width Step.in Grid.last Chain.check Thing.get Held.use Span.size Narrow.get

// What constructors make impossible is not found; what they allow is. Sisters without the guard fail.
class Row {
    private final String[] values;
    private final int[] mapping;

    Row(String[] values, int[] mapping) {
        this.values = values == null ? new String[0] : values;
        this.mapping = mapping;
    }

    int width() {
        return values.length;
    }

    int first() {
        return mapping.length; //~ NullPointerException
    }
}

class Step {
    private final int d;

    Step(int d) {
        if (d < 1) {
            throw new IllegalArgumentException(); //~ IllegalArgumentException
        }
        this.d = d;
    }

    int in(int n) {
        return n / d;
    }
}

class LooseStep {
    private int d = 1;

    void set(int d) {
        this.d = d;
    }

    int in(int n) {
        return n / d; //~ ArithmeticException
    }
}

class Grid {
    private final int rows;
    private final int[] cells;

    Grid(int rows) {
        this.rows = rows;
        cells = new int[rows]; //~ NegativeArraySizeException
    }

    int last() {
        return rows == 0 ? 0 : cells[rows - 1];
    }
}

class LooseGrid {
    private final int rows;
    private final int[] cells;

    LooseGrid(int rows, int columns) {
        this.rows = rows;
        cells = new int[columns]; //~ NegativeArraySizeException
    }

    int last() {
        return rows == 0 ? 0 : cells[rows - 1]; //~ ArrayIndexOutOfBoundsException
    }
}

class Span {
    private final int low;
    private final int high;

    Span(int low, int high) {
        if (low < 0 || low > high) {
            throw new IllegalArgumentException(); //~ IllegalArgumentException
        }
        this.low = low;
        this.high = high;
    }

    int[] size() {
        return high > 8 ? null : new int[high - low];
    }
}

class Narrow {
    private final byte at;

    Narrow(boolean first) {
        at = (byte) (first ? 0 : 2);
    }

    int get() {
        return 4 / (3 - at);
    }
}

class Chain {
    private final Chain next;

    Chain(Chain next) {
        this.next = next;
    }

    void check() {
        if (next != null && (next == this || next.next == this)) {
            throw new IllegalStateException();
        }
    }
}

class Ring {
    private Ring next;

    void set(Ring next) {
        this.next = next;
    }

    void check() {
        if (next != null && (next == this || next.next == this)) {
            throw new IllegalStateException(); //~ IllegalStateException
        }
    }
}

class Thing {
    private final int n = 1;

    int get() {
        return 1 / n;
    }
}

class Other extends Thing {
}

class Held {
    private final Object what;
    private final Object anything;

    Held(Object anything) {
        what = new Thing();
        this.anything = anything;
    }

    int use() {
        return ((Thing) what).get();
    }

    int misuse() {
        return ((Thing) anything).get(); //~ ClassCastException, NullPointerException
    }
}

// A method that constructors call too early is called with null.
class Late {
    private final String name;

    Late(boolean early) {
        name = early && size() > 0 ? "early" : "late";
    }

    final int size() {
        return name.length(); //~ NullPointerException
    }
}
