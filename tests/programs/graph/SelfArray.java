// Erratum E4: an array that contains itself, read at an unknown index.
// graph: SelfArray.read
// reaches: hit
// acyclic: no
// verdict: terminates
class SelfArray {
    static void hit() {
    }

    static void read(int i) {
        Object[] cells = new Object[2];
        cells[0] = cells;
        if (i >= 0 && i < 2) {
            Object cell = cells[i];
            if (cell == cells) {
                hit();
            }
        }
    }
}
