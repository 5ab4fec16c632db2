// run: explore --method Preconditions.use --assume Preconditions.repOk --heap all
// safe: Preconditions.use
class Preconditions {
    int size;
    int[] data;

    boolean repOk() {
        return data != null && size > 0 && size <= data.length;
    }

    int use() {
        return data[size - 1];
    }

    static boolean other(String text) {
        return text != null;
    }

    static int half(int n) {
        return 100 / n;
    }
}
