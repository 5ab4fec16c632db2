/** A branch that always goes the same way decides nothing, but what leads to it may not be replaced by just anything: the reason says so. */
class OneWay {
    static int constant(int x) {
        int k = 5;                              //~ irrelevant because `k` is only used on line 5, which always goes the same way
        if (k > 3) {                            //~ irrelevant because it always goes the same way
            return x;
        }
        return 2;                               //~ unreached
    }

    static int unused(int a, int b) {
        int larger = a;                         //~ irrelevant because this value of `larger` is never used
        if (b > a) {                            //~ irrelevant because nothing that matters depends on which way it goes
            larger = b;                         //~ irrelevant
        }
        return a;
    }

    static int twice(int x) {
        int k = 5;                              //~ irrelevant because `k` is only used on lines 22 and 25, which do not matter or always go the same way
        int sum = 0;                            //~ irrelevant
        sum = k + x;                            //~ irrelevant because this value of `sum` is never used
        int result = x;
        result++;
        if (k > 3) {                            //~ irrelevant because it always goes the same way
            return result;
        }
        return 2;                               //~ unreached
    }
}
