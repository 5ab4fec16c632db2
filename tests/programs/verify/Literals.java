/** Literals, conversions and corners of the syntax: verified, and true when they run. */
class Literals {
    //@ ensures result == 8;
    static int octal() {
        return 010;
    }

    //@ ensures result == 255;
    static int hexadecimal() {
        return 0xff;
    }

    //@ ensures result == 5;
    static int binary() {
        return 0b101;
    }

    //@ ensures result == 1000000;
    static int underscores() {
        return 1_000_000;
    }

    //@ ensures result == 98;
    static int character() {
        return 'a' + 1;
    }

    //@ ensures result == 10;
    static int escape() {
        return '\n';
    }

    //@ ensures result == 65;
    static int unicode() {
        return '\u0041';
    }

    //@ ensures result == 2;
    static int shiftDistanceWraps() {
        return 1 << 33;
    }

    //@ ensures result == x;
    static int postfixAssignedToItself(int x) {
        x = x++;
        return x;
    }

    //@ ensures result == (x > 0 ? 1 : 2);
    static int labelledBlock(int x) {
        int out = 2;
        done: {
            if (x > 0) {
                out = 1;
                break done;
            }
            out = 2;
        }
        return out;
    }

    //@ ensures result == (c == 'a' ? 1 : c == 'b' ? 2 : 0);
    static int switchOnChar(char c) {
        switch (c) {
            default:
                return 0;
            case 'a':
                return 1;
            case 'b':
                return 2;
        }
    }

    //@ ensures result == (x < 0 ? -1 : x == 0 ? 0 : 1);
    static int sign(int x) {
        return x < 0 ? -1 : x == 0 ? 0 : 1;
    }

    //@ ensures result == 4294967296L;
    static long widened() {
        long x = 65536;
        return x * 65536;
    }

    //@ ensures result == 0;
    static long widenedTooLate() {
        int x = 65536;
        return x * x;
    }

    //@ ensures result == -1;
    static int complement() {
        return ~0;
    }

    //@ ensures result == (a != b);
    static boolean exclusive(boolean a, boolean b) {
        return a ^ b;
    }

    //@ ensures result == (a && b);
    static boolean compoundAnd(boolean a, boolean b) {
        a &= b;
        return a;
    }

    //@ ensures result == -7 % 3 && result == -1;
    static int remainder() {
        return -7 % 3;
    }

    //@ ensures result == 1;
    static int unsignedShift() {
        return -1 >>> 31;
    }

    //@ requires acc(a[..]) && a.length == 3;
    //@ ensures acc(a[..]) && a[0] == 1 && a[1] == 2 && a[2] == old(a[2]);
    static void chained(int[] a) {
        int i = 0;
        a[i++] = 1;
        a[i++] = i;
    }
}
