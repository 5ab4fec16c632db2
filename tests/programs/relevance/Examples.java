// Examples of the thesis' chapter on irrelevant code, in our own words; every outcome a caller can see counts.
class Examples {
    Object kept;
    int value;
    Examples next;

    // Ex. 4.3: the quotient is not used, but the division may throw, which a caller can see.
    static int quotient(int a, int b, int c) {
        int out = a + b;
        int t = out / c;                                //~ part t =
        return out;
    }

    // Ex. 4.6: what is stored in what is returned matters.
    static Examples link(int x) {
        Examples tail = new Examples();
        tail.value = x;
        Examples out = new Examples();
        out.next = tail;
        return out;
    }

    // Ex. 4.7: a second object nobody sees again.
    static Examples other(int x) {
        Examples out = new Examples();
        Examples lost = new Examples();         //~ irrelevant
        lost.value = x;                     //~ irrelevant
        lost.value++;                       //~ irrelevant
        return out;
    }

    // Ex. 4.8: the second test can never succeed.
    static int never(Examples l) {
        boolean none = l == null;           //~ irrelevant
        int out = 0;
        if (none && l != null) {            //~ irrelevant
            out++;                          //~ unreached
        }
        return out;
    }

    // Ex. 4.10: a loop carries the step to the result.
    static int loop(int step) {
        int out = 0;
        for (int k = 0; k < 100; k++) {
            out += step;
        }
        return out;
    }

    // Ex. 4.13: a loop whose only effect is to end.
    static int spin(int x) {
        int out = 0;
        while (x > 0) {                     //~ irrelevant
            x--;                            //~ irrelevant
        }
        out++;
        return out;
    }

    // Ex. 4.15: the comparison's result is dropped by nobody: it is returned.
    boolean set(Object x) {
        Object old = this.kept;
        this.kept = x;
        return x != old;
    }

    // Ex. 4.16: the division decides whether the handler runs; the quotient does not matter.
    static int handler(int x) {
        int out = 0;
        try {
            int y = 1 / x;                              //~ part y =
            x++;                            //~ irrelevant
        } catch (ArithmeticException e) {
            out++;
        }
        return out;
    }

    // Both branches lead to the test that decides.
    static int flags(int p) {
        int flag;
        if (p > 0) {
            flag = 1;
        } else {
            flag = 0;
        }
        int out = 0;
        if (flag != 0) {
            out++;
        }
        return out;
    }
}
// guards: relevance::mark::over_renaming relevance::mark::seed::seed
