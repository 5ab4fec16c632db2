// Two static fields of classes without initialisers may hold one object.
// method: StaticsShare.turn
// expect java: unknown
// expect unbounded: unknown
class StaticsShare {
    static class Left {
        static int[] cells;
    }

    static class Right {
        static int[] cells;
    }

    static void turn() {
        Left.cells[0] = 0;
        Right.cells[0] = 9;
        while (Left.cells[0] == 9) {
        }
    }
}
