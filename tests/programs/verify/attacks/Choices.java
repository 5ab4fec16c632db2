/** The type of a choice decides which overloaded method takes it. */
class Choices {
    static final int SMALL = 5;
    static final int SUM = 2 + 3;

    //@ ensures result == 1;
    static int take(int x) {
        return 1;
    }

    //@ ensures result == 2;
    static int take(char x) {
        return 2;
    }

    //@ ensures result == 3;
    static int take(short x) {
        return 3;
    }

    //@ ensures result == 4;
    static int take(byte x) {
        return 4;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int charBesideOne(boolean b) {
        return take(b ? 'a' : 1);
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int oneBesideChar(boolean b, char c) {
        return take(b ? (1) : c);
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int namedConstant(boolean b, char c) {
        return take(b ? SMALL : c);
    }

    //@ ensures result == 2;
    static int fits(boolean b, char c) {
        return take(b ? Choices.SMALL : c);
    }

    static void computedConstant(boolean b, char c) {
        take(b ? SUM : c); //~ unsupported-java
    }

    static void localConstant(boolean b, char c) {
        final int k = 3;
        take(b ? k : c); //~ unsupported-java
    }

    //@ ensures result == 1;
    static int variable(boolean b, char c, int i) {
        int k = 3;
        return i > 0 ? take(b ? k : c) : take(b ? i : c);
    }

    //@ ensures result == 2; //~ postcondition.violated:assertion.false
    static int tooLarge(boolean b, char c) {
        return take(b ? 70000 : c);
    }

    //@ ensures result == 2; //~ postcondition.violated:assertion.false
    static int negative(boolean b, char c) {
        return take(b ? -1 : c);
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int byteBesideShort(boolean b, byte x, short y) {
        return take(b ? x : y);
    }

    //@ ensures result == 2; //~ postcondition.violated:assertion.false
    static int charBesideByte(boolean b, char x, byte y) {
        return take(b ? x : y);
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int ofSwitch(int x, char c) {
        return take(switch (x) { case 1 -> c; default -> 1; });
    }

    static void ofLongSwitch(int x, char c) {
        take(switch (x) { case 1 -> c; case 2 -> 2; default -> 1; }); //~ unsupported-java
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int withEffect(boolean b, char c) {
        return take(b ? (c = 'x') : 1);
    }
}

interface Shape {
}

interface Solid extends Shape {
}

class Square implements Shape {
}

class Shapes<T extends Shape> {
    //@ ensures result == 1;
    static int of(Object o) {
        return 1;
    }

    //@ ensures result == 2;
    static int of(Shape o) {
        return 2;
    }

    static void common(boolean b, Solid x, Square y) {
        of(b ? x : y); //~ unsupported-java
    }

    void bounded(T x) {
        of(x); //~ ambiguous-call
    }

    //@ ensures result == 1;
    static int row(Object o) {
        return 1;
    }

    //@ ensures result == 2;
    static int row(Object[] o) {
        return 2;
    }

    static void narrowRow(String[] a) {
        row(a); //~ type-mismatch
    }

    //@ ensures result == 1;
    static int rank(Object o) {
        return 1;
    }

    //@ ensures result == 2;
    static int rank(Comparable o) {
        return 2;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int text() {
        return rank("x");
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int box(Integer x) {
        return rank(x);
    }
}
