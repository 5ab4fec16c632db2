/** Subclasses that do not keep the contracts above them, and calls that mean another method. */
class Base {
    int value;

    //@ predicate valid() = acc(value) && value >= 0;

    //@ requires valid();
    //@ ensures valid() && result >= 0;
    int get() {
        //@ open valid();
        int out = value;
        //@ close valid();
        return out;
    }

    //@ ensures result > 0; //~ postcondition.violated:assertion.false
    int positive() {
        return 1;
    }

    //@ requires x > 0;
    void needsPositive(int x) {
    }

    //@ requires acc(value);
    //@ ensures acc(value) && value == old(value); //~ postcondition.violated:assertion.false
    //~^ postcondition.violated:insufficient.permission
    void keeps() {
    }

    void quiet() {
    }

    //@ decreases 0;
    void ends() {
    }
}

class WeakerResult extends Base {
    //@ ensures result >= 0;
    int positive() {
        return 0;
    }
}

class NoResult extends Base {
    int positive() {
        return -1;
    }
}

class StrongerNeeds extends Base {
    //@ requires x > 10;
    void needsPositive(int x) { //~ call.precondition:assertion.false
    }
}

class TakesMore extends Base {
    //@ requires acc(value);
    //@ ensures acc(value);
    void quiet() { //~ call.precondition:insufficient.permission
        value = 1;
    }
}

class GivesLess extends Base {
    //@ requires acc(value);
    void keeps() {
    }
}

class Changes extends Base {
    //@ requires acc(value);
    //@ ensures acc(value) && value == old(value) + 1; //~ postcondition.violated:assertion.false
    void keeps() {
        value++;
    }
}

class Throws extends Base {
    //@ signals (IllegalStateException e) true;
    void quiet() { //~ bad-override
        throw new IllegalStateException();
    }
}

class Forever extends Base {
    void ends() {
        //@ invariant true;
        while (true) { //~ termination.measure:assertion.false
        }
    }
}

class A {
}

class B extends A {
}

class Overloads {
    //@ ensures result == 1;
    int of(A a) {
        return 1;
    }

    //@ ensures result == 2;
    int of(B b) {
        return 2;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    int viaSubclass(B b) {
        return of(b);
    }

    //@ ensures result == 2; //~ postcondition.violated:assertion.false
    int viaDeclared(B b) {
        A a = b;
        return of(a);
    }

    //@ ensures result == 1;
    static int wide(long x) {
        return 1;
    }

    //@ ensures result == 2;
    static int wide(int x) {
        return 2;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int narrowest() {
        return wide(5);
    }

    int chosen;

    //@ ensures acc(chosen) && chosen == 1;
    Overloads(A a) {
        chosen = 1;
    }

    //@ ensures acc(chosen) && chosen == 2;
    Overloads(B b) {
        chosen = 2;
    }

    static void constructs(B b) {
        Overloads o = new Overloads(b);
        //@ assert o.chosen == 1; //~ assert.failed:assertion.false
    }
}

class Parent {
    int m(A a) {
        return 1;
    }
}

class Child extends Parent {
    //@ ensures result == 2;
    int m(B b) {
        return 2;
    }

    //@ ensures result == 2; //~ postcondition.violated:assertion.false
    static int notOverridden(Child c, A a) {
        if (c == null) {
            return 2;
        }
        return c.m(a);
    }
}

// What stands for something above must be of its kind.
class Kinds {
    int held;

    /*@ static predicate fixed(int x) = x == 1;
        predicate owned(int x) = acc(held) && held == x; @*/

    //@ given int n;
    //@ requires n > 0;
    //@ ensures result == n; //~ postcondition.violated:assertion.false
    int counted() {
        return 1;
    }
}

class OtherKinds extends Kinds {
    /*@ predicate fixed(int x) = x == 2; @*/ //~ bad-override
    /*@ static predicate owned(int x) = x == 2; @*/ //~ bad-override

    //@ given boolean n;
    //@ requires n;
    int counted() { //~ bad-override
        return 1;
    }
}

class OtherParameters extends Kinds {
    /*@ predicate owned(Kinds x) = acc(held); @*/ //~ bad-override
}
