/** The order in which Java evaluates: each claim is verified and holds when the method runs. */
class Order {
    int value;
    Order next;

    //@ requires acc(a[..]) && a.length >= 2;
    //@ ensures acc(a[..]) && a[0] == 1 && a[1] == old(a[1]);
    static void indexBeforeValue(int[] a) {
        int i = 0;
        a[i] = i = 1;
    }

    //@ requires acc(a[..]) && a.length >= 2;
    //@ ensures acc(a[..]) && a[0] == 10 && a[1] == old(a[1]) && result == 1;
    static int compoundIndexOnce(int[] a) {
        int i = 0;
        a[0] = 5;
        a[i++] += 5;
        return i;
    }

    //@ ensures result == (x == 2147483647 ? -1 : 2 * x + 1 > 2147483647 ? 2 * x + 1 - 4294967296 : 2 * x + 1);
    //@ requires -1073741824 <= x;
    static int increments(int x) {
        int y = x++ + x;
        return y;
    }

    //@ requires acc(value) && acc(next) && next != null && acc(next.value);
    //@ ensures acc(value) && acc(next) && acc(old(next).value);
    //@ ensures value == 7 && old(next).value == old(next.value);
    void receiverBeforeValue() {
        Order target = this;
        target.value = (target = next) == null ? 0 : 7;
    }

    //@ requires acc(value);
    //@ ensures acc(value) && value == 2 && result == 12;
    int argumentsLeftToRight() {
        value = 0;
        return pair(bump(), bump());
    }

    //@ requires acc(value) && value < 100;
    //@ ensures acc(value) && value == old(value) + 1 && result == value;
    int bump() {
        value++;
        return value;
    }

    //@ requires -1000 <= a && a <= 1000 && -1000 <= b && b <= 1000;
    //@ ensures result == 10 * a + b;
    static int pair(int a, int b) {
        return 10 * a + b;
    }

    //@ requires acc(value) && value == 3;
    //@ ensures acc(value) && result == 3 && value == 4;
    int readBeforeCall() {
        return value + 0 * bump();
    }

    //@ ensures result == 705032704;
    static int compoundNarrows() {
        int x = 0;
        x += 5000000000L;
        return x;
    }

    //@ ensures result == -56;
    static byte byteWraps() {
        byte b = 100;
        b += 100;
        return b;
    }

    //@ ensures result == 0;
    static char charWraps() {
        char c = 65535;
        c++;
        return c;
    }

    //@ ensures result == 3;
    static int finallyAfterReturnValue() {
        int x = 3;
        try {
            return x;
        } finally {
            x = 4;
        }
    }

    //@ requires 0 <= n && n <= 100;
    //@ ensures result == n;
    static int continueRunsTheUpdate(int n) {
        int count = 0;
        for (int i = 0; i < n; i++) {
            //@ invariant 0 <= i && i <= n && count == i;
            count++;
            if (i % 2 == 0) {
                continue;
            }
        }
        return count;
    }

    //@ ensures result == (x == 1 ? 12 : x == 2 ? 2 : 9);
    static int fallsThrough(int x) {
        int out = 0;
        switch (x) {
            case 1:
                out = 10;
            case 2:
                out += 2;
                break;
            default:
                out = 9;
        }
        return out;
    }

    //@ ensures result == (x >= 0 ? x / 2 : -((-x) / 2));
    static int towardsZero(int x) {
        return x / 2;
    }

    //@ ensures x >= 0 ==> result == x / 4;
    //@ ensures result <= x || x < 0;
    static int shifted(int x) {
        return x >> 2;
    }

    //@ ensures result == (a && b);
    static boolean bothSides(boolean a, boolean b) {
        return a & b;
    }

    //@ requires acc(value) && value == 0;
    //@ ensures acc(value) && value == (b ? 0 : 1);
    void shortCircuits(boolean b) {
        if (b || bump() > 0) {
        }
    }
}
