/** Names of inner blocks in pure methods end with their blocks. */
class Blocks {
    final int y;

    //@ ensures y == 7;
    Blocks() {
        y = 7;
    }

    //@ pure
    int leaks(boolean b, boolean c) {
        if (b) {
            int y = 5;
            if (c) {
                return y;
            }
        }
        return y;
    }

    //@ pure
    int block() {
        {
            int y = 5;
        }
        return y;
    }

    //@ pure
    int twice(boolean b) {
        if (b) {
            int x = 1;
            {
                int z = x;
            }
        } else {
            int x = 2;
            if (x > y) {
                return x;
            }
        }
        int x = 3;
        return x + y;
    }

    //@ ensures result == 5; //~ postcondition.violated:assertion.false
    static int inner() {
        return new Blocks().leaks(true, false);
    }

    //@ ensures result == 5; //~ postcondition.violated:assertion.false
    static int inBlock() {
        return new Blocks().block();
    }

    //@ ensures result == 10;
    static int after(boolean b) {
        return new Blocks().twice(b);
    }

    //@ ensures result == 7;
    static int field(boolean b) {
        return new Blocks().leaks(b, false);
    }

    //@ pure
    static int grows(int x) {
        if (x + 1 > x) {
            return 1;
        }
        return 2;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int wraps() {
        return grows(2147483647);
    }
}
