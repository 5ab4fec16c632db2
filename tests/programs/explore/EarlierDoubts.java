// run: explore --heap all
// safe: EarlierDoubts.give EarlierDoubts.other
// unknown: EarlierDoubts.hidden EarlierDoubts.inside EarlierDoubts.list EarlierDoubts.box EarlierDoubts.copy
// Nothing is proven about an object that an input may be without anybody knowing.
class EarlierDoubts {
    static class Cell {
        int number, other, never;
    }

    private static final Cell HIDDEN = new Cell();
    private static final Cell[] ROW = { new Cell() };
    private static final java.util.ArrayList<Integer> LIST = new java.util.ArrayList<>();

    static Cell give() {
        return HIDDEN;
    }

    static void hidden(Cell cell) {
        if (cell != null) {
            cell.number = 7;
            assert HIDDEN.number == 0;
        }
    }

    static void inside(Cell cell) {
        if (cell != null) {
            cell.number = 7;
            assert ROW[0].number == 0;
        }
    }

    static void list(java.util.ArrayList<Integer> list) {
        if (list != null) {
            list.add(1);
            assert LIST.isEmpty();
        }
    }

    static void box(Integer box, int number) {
        if (number > 5 && number < 9) assert box != Integer.valueOf(number);
    }

    private static final int[] LEAKED = { 1 };

    static int[] leak() {
        return LEAKED;
    }

    static void copy(int[] numbers) {
        if (numbers != null && numbers.length == 1) {
            numbers[0] = 2;
            assert LEAKED.clone()[0] == 1;
        }
    }

    static void other(Cell cell) {
        if (cell != null) {
            cell.other = 7;
            assert HIDDEN.never == 0;
        }
    }
}
