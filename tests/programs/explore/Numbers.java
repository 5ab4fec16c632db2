// run: explore
// safe: Numbers.safeDivide Numbers.sign Numbers.absolute Numbers.max Numbers.clamp Numbers.longDivide
class Numbers {
    static int divide(int a, int b) {
        return a / b; //~ ArithmeticException
    }

    static int safeDivide(int a, int b) {
        return b == 0 ? 0 : a / b;
    }

    static int remainder(int a, int b) {
        if (a > 10 && b < 5) {
            return a % (b - 3); //~ ArithmeticException
        }
        return 0;
    }

    static long longDivide(long a, long b) {
        return b > 7 ? a / b : 1;
    }

    static int sign(int x) {
        if (x > 0) return 1;
        if (x < 0) return -1;
        return 0;
    }

    static int max(int a, int b) {
        int m = a > b ? a : b;
        assert m >= a && m >= b;
        return m;
    }

    /** Wrong for the smallest int. */
    static int absolute(int x) {
        return x < 0 ? -x : x;
    }

    static void absoluteIsPositive(int x) {
        assert absolute(x) >= 0; //~ AssertionError
    }

    static int clamp(int x) {
        int y = Math.max(0, Math.min(x, 100));
        assert y >= 0 && y <= 100;
        return y;
    }

    static int shift(int x) {
        if (x << 3 == 40 && x > 1000) {
            throw new IllegalStateException("found"); //~ IllegalStateException
        }
        return x >>> 1;
    }
}
