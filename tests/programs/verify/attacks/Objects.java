/** Constructors, statics, strings, final fields and null. */
class Objects {
    static int counter;
    static final int LIMIT = 10;
    final int fixed;
    int value;
    Objects peer;

    //@ ensures acc(value) && acc(peer) && value == 1; //~ postcondition.violated:assertion.false
    Objects(int x) {
        fixed = x;
        value = x;
    }

    //@ requires p != null && acc(p.peer);
    //@ ensures acc(value) && acc(peer) && acc(p.peer) && p.peer == null; //~ postcondition.violated:assertion.false
    Objects(Objects p) {
        fixed = 0;
        p.peer = this;
    }

    //@ ensures acc(value) && acc(peer) && fixed == 2; //~ postcondition.violated:assertion.false
    Objects() {
        this(1);
    }

    //@ requires acc(counter);
    //@ ensures acc(counter) && counter == old(counter); //~ postcondition.violated:assertion.false
    static void countsUp() {
        counter++;
    }

    static int readsStatic() {
        return counter; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(counter);
    //@ ensures acc(counter) && counter < 10; //~ postcondition.violated:assertion.false
    static void limitIsNoBound() {
        counter = LIMIT;
    }

    //@ requires o != null;
    //@ ensures result == 0; //~ postcondition.violated:assertion.false
    static int finalOfAnother(Objects o) {
        return o.fixed;
    }

    static int nullDereference(Objects o) {
        return o.fixed; //~ assignment.failed:receiver.null
    }

    static void nullCall(Objects o) {
        o.nothing(); //~ assignment.failed:receiver.null
    }

    void nothing() {
    }

    //@ ensures result == null; //~ postcondition.violated:assertion.false
    static Objects fresh() {
        return new Objects(1);
    }

    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean freshAreEqual() {
        return new Objects(1) == new Objects(1);
    }

    //@ requires o != null;
    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean freshIsKnown(Objects o) {
        return new Objects(1) == o;
    }

    //@ ensures result == "b"; //~ postcondition.violated:assertion.false
    static String strings() {
        return "a";
    }

    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean stringIdentity(String s) {
        return s == "a";
    }

    //@ ensures result != null; //~ postcondition.violated:assertion.false
    static String nullString(String s) {
        return s;
    }

    static void castsDown(Object o) {
        Objects other = (Objects) o; //~ assignment.failed:class.cast
    }

    //@ requires acc(this.value);
    //@ ensures acc(this.value) && this.value == 3; //~ postcondition.violated:assertion.false
    void shadowed(int value) {
        value = 3;
    }

    //@ ensures result == x; //~ postcondition.violated:assertion.false
    static int parameterChanges(int x) {
        x = x + 1;
        return x;
    }

    //@ requires acc(value) && value == 0;
    //@ ensures acc(value) && value == 1; //~ postcondition.violated:assertion.false
    void assignsInCondition(boolean b) {
        if (b || (value = 1) == 2) {
        }
    }

    //@ requires acc(value);
    //@ ensures acc(value) && result == old(value); //~ postcondition.violated:assertion.false
    int order() {
        return (value = 5) + 0 * value;
    }

    //@ ensures acc(result.value) && result.value == 2; //~ postcondition.violated:assertion.false
    static Objects chained() {
        Objects o = new Objects(1);
        o.value = 2;
        return new Objects(1);
    }
}

class Leaks {
    static Leaks last;
    int value;

    //@ requires acc(last);
    //@ ensures acc(last) && acc(value) && last.value == 1; //~ not.wellformed:insufficient.permission
    //~^ postcondition.violated:assertion.false
    Leaks() {
        last = this;
        look();
        value = 2;
    }

    //@ requires acc(last);
    //@ ensures acc(last);
    static void look() {
    }
}

class Initial {
    int value = 3;
    int other = value + 1;

    //@ ensures acc(value) && acc(other) && other == 3; //~ postcondition.violated:assertion.false
    Initial() {
    }
}
