// run: explore --heap all
// safe: Bounds.checked Bounds.last Bounds.constant
class Bounds {
    static int at(int[] a, int i) {
        if (a == null) return 0;
        return a[i]; //~ ArrayIndexOutOfBoundsException
    }

    static int checked(int[] a, int i) {
        if (a == null || i < 0 || i >= a.length) return 0;
        return a[i];
    }

    static int last(int[] a) {
        return a == null || a.length == 0 ? 0 : a[a.length - 1];
    }

    static int offByOne(int[] a, int i) {
        if (a == null || i < 0 || i > a.length) return 0;
        return a[i]; //~ ArrayIndexOutOfBoundsException
    }

    static int constant(int x) {
        int[] a = new int[4];
        a[x & 3] = 1;
        return a[(x + 1) & 3];
    }

    static int table(int x) {
        int[] squares = {0, 1, 4, 9};
        if (x < 0) return -1;
        return squares[x]; //~ ArrayIndexOutOfBoundsException
    }
}
