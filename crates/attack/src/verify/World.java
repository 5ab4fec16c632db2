class Cell {
    int value;
    Cell next;
}

class Help {
    //@ ensures result == (x < 0 ? 0 : x);
    static int clip(int x) {
        return x < 0 ? 0 : x;
    }

    //@ requires acc(c.value);
    //@ ensures acc(c.value) && c.value == x;
    static void put(Cell c, int x) {
        c.value = x;
    }

    //@ ensures x != 0;
    //@ signals (IllegalStateException e) x == 0;
    static void check(int x) {
        if (x == 0) {
            throw new IllegalStateException();
        }
    }
}
