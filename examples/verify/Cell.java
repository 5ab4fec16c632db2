/** Swapping the contents of two cells. */
class Cell {
    int content;

    //@ requires other != null;
    //@ requires acc(content) && acc(other.content);
    //@ ensures acc(content) && acc(other.content);
    //@ ensures content == old(other.content) && other.content == old(content);
    void swap(Cell other) {
        int kept = content;
        content = other.content;
        other.content = kept;
    }

    //@ requires acc(a.content) && acc(b.content);
    //@ ensures acc(a.content) && acc(b.content) && a.content == old(a.content);
    static void twice(Cell a, Cell b) {
        a.swap(b);
        a.swap(b);
    }
}
