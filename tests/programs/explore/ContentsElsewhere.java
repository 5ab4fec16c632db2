// run: explore --heap all
// safe: ContentsElsewhere.kept ContentsElsewhere.names ContentsElsewhere.length ContentsElsewhere.immutable ContentsElsewhere.pattern
// unknown: ContentsElsewhere.listed ContentsElsewhere.atomic ContentsElsewhere.shared ContentsElsewhere.given ContentsElsewhere.open
// unknown: ContentsElsewhere.builder ContentsElsewhere.letters ContentsElsewhere.iterator ContentsElsewhere.suppressed
// unknown: ContentsElsewhere.compared ContentsElsewhere.comparedLater ContentsElsewhere.equal ContentsElsewhere.sequence ContentsElsewhere.element
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.regex.Pattern;

/** What a constant holds can be changed by code of the JDK and by callers, and read by way of an input that is the constant. */
public class ContentsElsewhere {
    static class Cell {
        int number;

        void set(int number) {
            this.number = number;
        }
    }

    public static class Open {
        public int number = 1;
    }

    static class Pair {
        final int[] numbers = { 1 };
    }

    static final List<Integer> LISTED = Arrays.asList(1, 2);
    static final AtomicIntegerArray ATOMIC = new AtomicIntegerArray(2);
    public static final int[] SHARED = { 1 };
    private static final Integer[] GIVEN = { 1, 2 };
    public static final Open OPEN = new Open();
    static final StringBuilder BUILDER = new StringBuilder("ab");
    static final Iterator<Integer> ITERATOR = List.of(1, 2).iterator();
    static final Exception FAILURE = new Exception();
    static final Cell CELL = new Cell();
    static final Pair PAIR = new Pair();
    private static final int[] KEPT = { 1, 2 };
    private static final String[] NAMES = { "a", "b" };
    private static final List<Integer> IMMUTABLE = List.of(1, 2);
    private static final Pattern PATTERN = Pattern.compile("a");

    static void listed() {
        assert LISTED.get(0) == 1;
    }

    static void atomic() {
        assert ATOMIC.get(0) == 0;
    }

    static void shared() {
        assert SHARED[0] == 1;
    }

    static List<Integer> give() {
        return Arrays.asList(GIVEN);
    }

    static void given() {
        assert GIVEN[0] == 1;
    }

    static void open() {
        assert OPEN.number == 1;
    }

    static void builder() {
        assert BUILDER.length() == 2;
    }

    static void letters() {
        assert BUILDER.toString().equals("ab");
    }

    static void sequence(CharSequence text) {
        if (text == BUILDER) assert text.length() == 2;
    }

    static void iterator() {
        assert ITERATOR.hasNext();
    }

    static void suppressed() {
        assert FAILURE.getSuppressed().length == 0;
    }

    static void compared(Cell cell) {
        if (cell == CELL) assert cell.number == 0;
    }

    static void comparedLater(Cell cell) {
        if (cell == null) return;
        int number = cell.number;
        if (cell == CELL) assert number == 0;
    }

    static void equal(Cell cell) {
        if (cell != null && cell.equals(CELL)) assert cell.number == 0;
    }

    static void element(int[] numbers) {
        if (numbers == PAIR.numbers) assert numbers[0] == 1;
    }

    static void kept() {
        assert KEPT[1] == 2;
    }

    static void names() {
        assert NAMES[1].equals("b");
    }

    static void length() {
        assert SHARED.length == 1;
    }

    static void immutable() {
        assert IMMUTABLE.get(1) == 2;
    }

    static void pattern() {
        assert PATTERN.pattern().length() == 1;
    }
}
