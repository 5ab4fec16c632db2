// method: ArrayInField.wait
// The program makes no array, but the object that comes in may have one.
// expect java: diverges
// expect unbounded: diverges
class ArrayInField {
    int[] cells;
    static void wait(ArrayInField object) {
        while (object.cells != null) {
        }
    }
}
