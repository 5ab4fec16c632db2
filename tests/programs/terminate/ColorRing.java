// The mark is a number that is not known.
// method: ColorRing.run
// expect java: terminates
// expect unbounded: terminates
class ColorRing {
    int color;
    ColorRing next;

    static void run(ColorRing cell) {
        int color = cell.color;
        while (cell != null && cell.color == color) {
            cell.color = color + 1;
            cell = cell.next;
        }
    }
}
