// The color that ends the loop moves on as well.
// method: ColorBehind.run
// expect java: diverges
// expect unbounded: diverges
class ColorBehind {
    int color;
    ColorBehind next;

    static void run(ColorBehind cell) {
        int color = cell.color;
        while (cell != null && cell.color == color) {
            color = color + 1;
            cell.color = color;
            cell = cell.next;
        }
    }
}
