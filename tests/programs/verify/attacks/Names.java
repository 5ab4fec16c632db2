/** What private members and assertions do not do. */
class Hides {
    //@ ensures result == 1;
    private int pick(int x) {
        return 1;
    }

    //@ ensures result == 3;
    private int only(int x) {
        return 3;
    }

    //@ ensures result == 4;
    int only(long x) {
        return 4;
    }
}

class Picks extends Hides {
    //@ ensures result == 2;
    int pick(long x) {
        return 2;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int test() {
        return new Picks().pick(5);
    }

    //@ requires h != null;
    //@ ensures result == 3;
    static int fromOutside(Hides h) {
        return h.only(5); //~ ambiguous-call
    }
}

class Asserts {
    int field;

    //@ requires acc(field) && field == 0;
    //@ ensures acc(field) && field == 1;
    void sets() {
        assert (field = 1) == 1; //~ unsupported-java
    }

    //@ ensures result == 2;
    static int counts() {
        int x = 1;
        assert x++ == 1; //~ unsupported-java
        return x;
    }

    static final int LEAST = -0x80000000;
    static final long LEAST_LONG = -0x8000000000000000L;
    static final int OCTAL = -020000000000;
    static final int BINARY = -0b1000_0000_0000_0000_0000_0000_0000_0000;

    //@ ensures result > 0; //~ postcondition.violated:assertion.false
    static int least() {
        return LEAST;
    }

    //@ ensures result > 0; //~ postcondition.violated:assertion.false
    static long leastLong() {
        return LEAST_LONG;
    }

    //@ ensures result == 4294967296L; //~ postcondition.violated:assertion.false
    static long others() {
        return -(long) OCTAL - BINARY + (-0x80000000) - (-0x80000000) - 1;
    }
}
