// run: explore --heap lazier
// What is written through an input is seen in an object that was there before the call.
class EarlierWrites {
    static class Cell {
        int number;
    }

    static final Cell SHARED = new Cell();
    public static final int[] COUNTS = { 1, 2 };

    static void write(Cell cell) {
        if (cell != null) {
            cell.number = 7;
            assert SHARED.number == 0; //~ AssertionError
        }
    }

    static void read(Cell cell) {
        if (cell != null && cell.number == 0) {
            SHARED.number = 8;
            assert cell.number == 0; //~ AssertionError
        }
    }

    static void count(int[] counts) {
        if (counts != null && counts.length == 2) {
            counts[1] = 5;
            assert COUNTS[1] == 2; //~ AssertionError
        }
    }
}
