// run: explore --loops 4
// safe: Loops.known Loops.small
// within: Loops.sum
class Loops {
    /** No input decides how often this runs. */
    static int known() {
        int s = 0;
        for (int i = 0; i < 100; i++) s += i;
        return s;
    }

    static int small(int n) {
        int s = 0;
        for (int i = 0; i < (n & 3); i++) s += i;
        return s;
    }

    static int sum(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }
}
