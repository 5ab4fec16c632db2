/** The list-traversal loop whose branches the variable-unit paper counts: {@code while x != nil do x := x.next}. */
public class Traverse {
    static final class Cell {
        Cell next;
    }

    public static void traverse(Cell x) {
        while (x != null) {
            x = x.next;
        }
    }
}
