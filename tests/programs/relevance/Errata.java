// Where the printed rules go wrong: what they would call irrelevant, and what is not.
class Errata {
    int value;

    // E-C1: both ways of the branch lead to the step, in the next turn at the latest. It decides whether the step is made now.
    static int inLoop(int n, int m) {
        int out = 0;
        for (int k = 0; k < n; k++) {
            if (k > m) {
                out++;
            }
        }
        return out;
    }

    // E-C2: the branch matters, so what it asks for does.
    static int asked(int p) {
        int limit = p + 1;
        if (limit > 7) {
            return 1;
        }
        return 2;
    }

    // E-C9: what is read from the array is the object that was put there.
    static int throughArray(int x) {
        Errata[] cells = new Errata[1];
        Errata one = new Errata();
        cells[0] = one;
        one.value = x;
        Errata read = cells[0];
        return read.value;
    }
}
