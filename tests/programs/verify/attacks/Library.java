// overflow: error
// Methods of the JDK are known by what the library tells of them.
class Library {
    //@ ensures 0 <= result && result < 7;
    static int weekday(int days) {
        return Math.floorMod(days, 7);
    }

    static int byZero(int x, int y) {
        return Math.floorMod(x, y); //~ library.exception:assertion.false
    }

    //@ ensures result >= x && result >= y && (result == x || result == y);
    static int greater(int x, int y) {
        return Math.max(x, y);
    }

    //@ ensures result >= 0; //~ postcondition.violated:assertion.false
    static int size(int x) {
        return Math.abs(x);
    }

    //@ requires x > -1000;
    //@ ensures result >= 0;
    static int smallSize(int x) {
        return Math.abs(x);
    }

    //@ requires 0 <= x && x < 1000 && 0 <= y && y < 1000;
    //@ ensures result == x + y;
    static int sum(int x, int y) {
        return Math.addExact(x, y);
    }

    static int tooMuch(int x, int y) {
        return Math.addExact(x, y); //~ library.exception:assertion.false
    }

    //@ ensures result <= 64;
    static int bits(long x) {
        return Long.bitCount(x);
    }

    static boolean chosen(boolean b, int x, int y) {
        return b && Math.floorMod(x, y) > 0; //~ library.exception:assertion.false
    }

    static int untold(int x) {
        return Math.round(x); //~ unknown-name
    }
}
