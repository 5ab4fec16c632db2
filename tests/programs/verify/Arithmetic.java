/** Machine integers: what Java computes, also where it wraps around. */
class Arithmetic {
    //@ ensures result == x + 1; //~ postcondition.violated:assertion.false
    static int successor(int x) {
        return x + 1;
    }

    //@ requires x < 2147483647;
    //@ ensures result == x + 1;
    static int boundedSuccessor(int x) {
        return x + 1;
    }

    //@ ensures x == 2147483647 ==> result == -2147483647 - 1;
    static int wraps(int x) {
        return x + 1;
    }

    //@ ensures result == x + 1;
    static long widened(int x) {
        return x + 1L;
    }

    //@ requires d != 0;
    //@ ensures x == 7 && d == -2 ==> result == -3;
    //@ ensures x == -7 && d == 2 ==> result == -3;
    static int quotient(int x, int d) {
        return x / d;
    }

    //@ requires d != 0;
    //@ ensures x == -7 && d == 2 ==> result == -1;
    static int remainder(int x, int d) {
        return x % d;
    }

    static int byZero(int x, int d) {
        return x / d; //~ assignment.failed:division.by.zero
    }

    //@ ensures result == (x < 0 ? -x : x); //~ postcondition.violated:assertion.false
    static int wrongAbsolute(int x) {
        return x < 0 ? -x : x;
    }

    //@ ensures 0 <= result && result <= 255;
    //@ ensures 0 <= x && x <= 255 ==> result == x;
    static int lowByte(int x) {
        return x & 255;
    }

    //@ ensures x == 300 ==> result == 44;
    static byte narrow(int x) {
        return (byte) x;
    }

    //@ ensures x == -1 ==> result == 65535;
    static char toChar(int x) {
        return (char) x;
    }

    //@ requires 0 <= x && x < 1000;
    //@ ensures result == 8 * x + x / 4;
    static int shifts(int x) {
        return (x << 3) + (x >> 2);
    }

    //@ requires 0 <= x && x < 100;
    //@ ensures result == x + 3;
    static int compound(int x) {
        int y = x;
        y += 2;
        y++;
        ++y;
        y--;
        return y;
    }

    //@ requires 0 <= x && x < 100;
    //@ ensures result == 2 * x + 1;
    static int order(int x) {
        return x++ + x;
    }

    //@ ensures result == (a ^ b);
    static boolean exclusive(boolean a, boolean b) {
        return a ? !b : b;
    }
}
