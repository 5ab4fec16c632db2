// run: explore --heap all
// safe: Contents.remember Contents.mark Contents.table Contents.sized Contents.origin Contents.shade Contents.local Contents.fixed
// unknown: Contents.count Contents.add Contents.counted Contents.added Contents.remembered Contents.marked Contents.hued Contents.inside
import java.util.ArrayList;
import java.util.List;

/** What a constant holds may be another thing at the next call, if some code of the program changes it. */
class Contents {
    static class Cell {
        int number;
        final int fixed;
        int size;

        Cell(int fixed) {
            this.fixed = fixed;
            size = 3;
        }
    }

    enum Hue {
        RED, BLUE;

        int uses;
        int shade = 2;
    }

    static final Cell ORIGIN = new Cell(4);
    static final Cell[] CELLS = { new Cell(5) };
    private static final int[] COUNTS = new int[2];
    private static final int[] TABLE = { 1, 2, 3 };
    static final List<String> NAMES = new ArrayList<>();

    static void count() {
        COUNTS[0]++;
    }

    static void counted() {
        assert COUNTS[0] == 0;
    }

    static void add(String name) {
        NAMES.add(name);
    }

    static void added() {
        assert NAMES.isEmpty();
    }

    static void remember(int number) {
        ORIGIN.number = number;
    }

    static void remembered() {
        assert ORIGIN.number == 0;
    }

    static void inside() {
        assert CELLS[0].number == 0;
    }

    static void mark(Hue hue) {
        if (hue != null) {
            hue.uses = 1;
        }
    }

    static void marked() {
        assert Hue.RED.uses == 0;
    }

    static void hued(Hue hue) {
        assert hue == null || hue.uses == 0;
    }

    static void shade(Hue hue) {
        assert hue == null || hue.shade == 2;
    }

    static void table(int at) {
        assert at < 0 || at > 2 || TABLE[at] == at + 1;
    }

    static void sized() {
        assert ORIGIN.size == 3;
    }

    static void fixed() {
        assert CELLS[0].fixed == 5;
    }

    static void origin() {
        assert ORIGIN != null && ORIGIN.fixed == 4;
    }

    static int local(int number) {
        Cell[] cells = new Cell[1];
        cells[0] = new Cell(number);
        return cells[0].fixed;
    }
}
