/** Claims that hold only if two references are different, or the same, when nobody says so. */
class Aliasing {
    int value;
    Aliasing next;

    //@ requires a != null && b != null && acc(a.value, 1/2) && acc(b.value, 1/2);
    //@ ensures acc(a.value, 1/2) && acc(b.value, 1/2) && a != b; //~ postcondition.violated:assertion.false
    static void halvesMayMeet(Aliasing a, Aliasing b) {
    }

    //@ requires a != null && acc(a.value) && (b != a ==> b != null && acc(b.value));
    //@ ensures acc(a.value) && (b != a ==> acc(b.value)) && a.value == 1; //~ postcondition.violated:assertion.false
    static void writesThroughTheOther(Aliasing a, Aliasing b) {
        a.value = 1;
        b.value = 2;
    }

    //@ requires acc(value) && acc(next) && next != null;
    //@ ensures acc(value) && acc(next) && next.value == 1; //~ not.wellformed:insufficient.permission
    void valueOfSomebodyElse() {
        value = 1;
    }

    //@ requires acc(value) && acc(next) && next == this;
    //@ ensures acc(value) && acc(next) && value == 1; //~ postcondition.violated:assertion.false
    void throughOneself() {
        value = 1;
        next.value = 2;
    }

    //@ requires a != null && b != null && acc(a.value) && acc(b.value);
    //@ ensures acc(a.value) && acc(b.value) && a.value == b.value; //~ postcondition.violated:assertion.false
    static void separateStaySeparate(Aliasing a, Aliasing b) {
        a.value = 7;
    }

    //@ requires a != null && b != null && acc(a.next) && acc(b.next);
    //@ ensures acc(a.next) && acc(b.next) && a.next == old(b.next); //~ postcondition.violated:assertion.false
    static void halfASwap(Aliasing a, Aliasing b) {
        Aliasing kept = a.next;
        a.next = b.next;
        b.next = kept;
        a.next = kept;
    }

    //@ requires a != null && acc(a.value) && acc(a.value);
    //@ ensures acc(a.value);
    static void callerOfTwice(Aliasing a) {
    }

    //@ requires a != null && acc(a.value);
    //@ ensures acc(a.value);
    static void passesOneTwice(Aliasing a) {
        callerOfTwice(a); //~ call.precondition:insufficient.permission
    }

    //@ requires a != null && b != null && acc(a.value) && acc(b.value);
    //@ ensures acc(a.value) && acc(b.value);
    static void both(Aliasing a, Aliasing b) {
    }

    //@ requires a != null && acc(a.value);
    //@ ensures acc(a.value);
    static void bothOfOne(Aliasing a) {
        both(a, a); //~ call.precondition:insufficient.permission
    }

    //@ requires a != null && acc(a.value);
    //@ ensures acc(a.value) && a.value == old(a.value); //~ postcondition.violated:assertion.false
    static void changedByCallee(Aliasing a) {
        clear(a);
    }

    //@ requires a != null && acc(a.value);
    //@ ensures acc(a.value);
    static void clear(Aliasing a) {
        a.value = 0;
    }

    //@ requires acc(next) && next != null && acc(next.value);
    //@ ensures acc(next) && acc(old(next).value) && next.value == 3; //~ not.wellformed:insufficient.permission
    //~^ postcondition.violated:assertion.false
    void redirected() {
        next.value = 3;
        next = new Aliasing();
    }

    //@ requires acc(a.value);
    //@ ensures acc(a.value);
    static void nullReceiverIsFine(Aliasing a, Aliasing b) {
        b.value = 1; //~ assignment.failed:insufficient.permission
        //~^ assignment.failed:receiver.null
    }

    //@ requires acc(a.value) && acc(b.value) && (c == a || c == b);
    //@ ensures acc(a.value) && acc(b.value) && a.value == 0; //~ postcondition.violated:assertion.false
    static void writtenThroughOneOfTwo(Aliasing a, Aliasing b, Aliasing c) {
        a.value = 0;
        c.value = 5;
    }
}
