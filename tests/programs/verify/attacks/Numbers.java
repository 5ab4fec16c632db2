/** Arithmetic as mathematics has it, where Java has something else. */
class Numbers {
    //@ ensures result > x; //~ postcondition.violated:assertion.false
    static int successor(int x) {
        return x + 1;
    }

    //@ ensures result >= 0; //~ postcondition.violated:assertion.false
    static int absolute(int x) {
        return x < 0 ? -x : x;
    }

    //@ ensures result == a + b; //~ postcondition.violated:assertion.false
    static long sumOfInts(int a, int b) {
        return a + b;
    }

    //@ ensures result == a * b; //~ postcondition.violated:assertion.false
    static long productOfLongs(long a, long b) {
        return a * b;
    }

    //@ requires 0 <= a && 0 <= b;
    //@ ensures a <= result || b <= result; //~ postcondition.violated:assertion.false
    static int middle(int a, int b) {
        return (a + b) / 2;
    }

    //@ requires b != 0;
    //@ ensures result * b <= a; //~ postcondition.violated:assertion.false
    static int quotient(int a, int b) {
        return a / b;
    }

    //@ requires b != 0;
    //@ ensures result >= 0; //~ postcondition.violated:assertion.false
    static int remainder(int a, int b) {
        return a % b;
    }

    static int divisionByZero(int a) {
        return 10 / (a - a); //~ assignment.failed:division.by.zero
    }

    static int remainderByZero(int a, int b) {
        return a % b; //~ assignment.failed:division.by.zero
    }

    //@ ensures result == x; //~ postcondition.violated:assertion.false
    static int narrowed(long x) {
        return (int) x;
    }

    //@ ensures result == x; //~ postcondition.violated:assertion.false
    static int throughByte(int x) {
        return (byte) x;
    }

    //@ ensures result == x; //~ postcondition.violated:assertion.false
    static int throughChar(int x) {
        return (char) x;
    }

    //@ ensures result == x + 1; //~ postcondition.violated:assertion.false
    static char nextChar(char x) {
        x++;
        return x;
    }

    //@ ensures result >= 0; //~ postcondition.violated:assertion.false
    static int shiftedRight(int x) {
        return x >> 1;
    }

    //@ ensures result == 2 * x; //~ postcondition.violated:assertion.false
    static int shiftedLeft(int x) {
        return x << 1;
    }

    //@ ensures result == x; //~ postcondition.violated:assertion.false
    static int shiftedFar(int x) {
        return x << 31;
    }

    //@ ensures result == 0; //~ postcondition.violated:assertion.false
    static int compound(byte x) {
        x += 200;
        return x > 100 ? 1 : 0;
    }

    //@ requires x == -2147483648;
    //@ ensures result > 0; //~ postcondition.violated:assertion.false
    static int negated(int x) {
        return -x;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int order(int x) {
        int a = x;
        return a++ + a == 2 * x ? 1 : 0;
    }

    //@ ensures result == (a == b); //~ postcondition.violated:assertion.false
    static boolean different(int a, int b) {
        return a != b;
    }

    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean shortCircuit(int a) {
        return a == 0 || 10 / a >= 0;
    }

    static boolean noShortCircuit(int a) {
        return a == 0 | 10 / a > 0; //~ assignment.failed:division.by.zero
    }

    //@ ensures result == x; //~ postcondition.violated:assertion.false
    static int masked(int x) {
        return x & 255;
    }

    //@ ensures result >= 0; //~ postcondition.violated:assertion.false
    static int unsignedZero(int x) {
        return x >>> 0;
    }

    // How much of the distance counts depends on what is shifted.
    //@ ensures result == (1 << s); //~ postcondition.violated:assertion.false
    static int shiftedLong(int s) {
        return (int) (1L << s);
    }

    //@ ensures result == (x >> s); //~ postcondition.violated:assertion.false
    static int shiftedRight(int x, int s) {
        return (int) (((long) x) >> s);
    }

    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean shiftedUnsigned(int x, int s) {
        long wide = x;
        return x >>> s == (int) (wide >>> s);
    }

    //@ requires x == 4294967296L;
    //@ ensures result == (x + 0) >>> 1; //~ unsupported-java
    static long noFirstBit(long x) {
        return 0;
    }

    //@ ensures result == (x + 0) << s; //~ unsupported-java
    static int noWidth(int x, int s) {
        return x << s;
    }

    //@ ensures result == (x + 0) >>> 1; //~ unsupported-java
    static long alsoNoFirstBit(long x) {
        return x >>> 1;
    }

    //@ requires x < 0;
    //@ ensures result >= 0 && result == x / 2; //~ postcondition.violated:assertion.false
    static int halvedAsUnsigned(int x) {
        return x >>> 1;
    }

    //@ requires x >= 0;
    //@ ensures result == x / 1024;
    static long right(long x) {
        return x >>> 10;
    }
}
