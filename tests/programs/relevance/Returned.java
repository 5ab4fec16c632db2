// args: --relevant return
// The thesis' examples where only the returned value counts: a crash is like not ending.
class Returned {
    int value;
    Returned next;

    static boolean odd(int k) {
        return k % 2 != 0;
    }

    // Ex. 4.2: 0 is not odd, so the graph knows that the body never runs; of an unknown number it does not. Such a loop may
    // run forever and still does nothing.
    static int loop() {
        int out = 2;
        int k = 0;                              //~ irrelevant
        while (odd(k)) {                        //~ irrelevant
            k++;                                //~ unreached
        }
        return out;
    }

    static int unknownLoop(int n) {
        int out = 2;
        int k = n;                              //~ irrelevant
        while (odd(k)) {                        //~ irrelevant
            k += 2;                             //~ irrelevant
        }
        return out;
    }

    // Ex. 4.3: that the division may throw does not count here.
    static int quotient(int a, int b, int c) {
        int out = a + b;
        int t = out / c;                        //~ irrelevant
        return out;
    }

    // Ex. 4.4: a copy that is counted up.
    static int copy(int x) {
        int a = x;
        int b = a;                              //~ irrelevant
        int out = -a;
        b++;                                    //~ irrelevant
        return out;
    }

    // Ex. 4.5: a value that is computed and dropped.
    static int dropped(int x) {
        int out = x + 1;
        Math.max(x, 3);                         //~ irrelevant
        return out;
    }

    // Ex. 4.6: writing an object into the result makes its content matter.
    static Returned linked(int x) {
        Returned tail = new Returned();
        tail.value = x;
        Returned out = new Returned();
        out.value = x + 1;
        out.next = tail;
        return out;
    }

    // Ex. 4.7: another object, and the same one by another name.
    static Returned separate(int x) {
        Returned out = new Returned();
        Returned other = new Returned();        //~ irrelevant
        other.value = x;                        //~ irrelevant
        other.value++;                          //~ irrelevant
        return out;
    }

    static Returned shared(int x) {
        Returned out = new Returned();
        Returned other = out;
        other.value = x;
        other.value++;
        return out;
    }

    // Ex. 4.8: the second test can never succeed.
    static int contradiction(Returned l) {
        boolean none = l == null;               //~ irrelevant
        int out = 0;
        if (none && l != null) {                //~ irrelevant
            out++;                              //~ unreached
        }
        return out;
    }

    // Ex. 4.9: both operands of a sum.
    static int sum(int a, int b) {
        int x = a * 2;
        int y = b * 3;
        return x + y;
    }

    // Ex. 4.10: a loop reads what was set before it.
    static int hundred(int x) {
        int out = 0;
        int step = x;
        for (int k = 0; k < 100; k++) {
            out += step;
        }
        return out;
    }

    // Ex. 4.11: the condition decides.
    static int positive(int x) {
        int out = 0;
        if (x > 0) {
            out++;
        }
        return out;
    }

    static int sign(int x) {
        int out = 0;
        if (x > 0) {
            out++;
        } else {
            out--;
        }
        return out;
    }

    // Ex. 4.12: neither arm matters, so the condition does not.
    static int arms(int y) {
        int out = 0;
        int x = y;                              //~ irrelevant
        if (x > 0) {                            //~ irrelevant
            x++;                                //~ irrelevant
        } else {
            x--;                                //~ irrelevant
        }
        return out;
    }

    // Ex. 4.13: what follows a loop does not make the loop matter.
    static int after(int[] input) {
        int out = 0;
        int at = 0;                             //~ irrelevant
        int x = input[at];                      //~ irrelevant
        while (x > 0) {                         //~ irrelevant
            at++;                               //~ irrelevant
            x = input[at];                      //~ irrelevant
        }
        out++;
        return out;
    }

    // Ex. 4.16: the division matters as a branch; its quotient and what follows it do not.
    static int caught(int x) {
        int out = 0;
        try {
            int y = 1 / x;                              //~ part y =
            x++;                                //~ irrelevant
        } catch (ArithmeticException e) {
            out++;
        }
        return out;
    }

    // The thesis' rule for branches loses this condition, which decides inside a loop.
    static int some(int[] input, int n) {
        int out = 0;
        for (int k = 0; k < n; k++) {
            if (input[k] > 2) {
                out++;
            }
        }
        return out;
    }

    // The second branch is decided in every state; what decided it still matters.
    static int flag(int p) {
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

    // What was read from an array may be what was written through it.
    static int inside(Object[] objects, int i, int j) {
        ((Returned) objects[j]).value = 3;
        Object o = objects[i];
        return ((Returned) o).value;
    }
}
// guards: relevance::mark::relevant relevance::mark::relevant_op relevance::mark::over_evaluation relevance::mark::seed::seed
