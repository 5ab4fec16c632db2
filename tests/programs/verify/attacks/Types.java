/** Casts, generics, hidden fields and statics: what the declared types do not say. */
class Box<T> {
    T value;

    //@ ensures acc(value) && value == v;
    Box(T v) {
        value = v;
    }
}

class Plain {
}

class Special extends Plain {
    int id;
}

class Types {
    static void uncheckedBox(Box<Plain> b) {
        Object o = b;
        Box<Special> s = (Box<Special>) o; //~ unsupported-java
    }

    static void rawBox(Box<Plain> b) {
        Box raw = b; //~ unsupported-java
        Box<Special> s = raw;
    }

    static void arrayCast(Plain[] a) {
        Object o = a;
        Special[] s = (Special[]) o; //~ type-mismatch
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]);
    static void covariantStore(Special[] a) {
        Plain[] p = a; //~ type-mismatch
        p[0] = new Plain();
    }

    static int downcast(Plain p) {
        return ((Special) p).id; //~ assignment.failed:class.cast
        //~^ assignment.failed:insufficient.permission
        //~^^ assignment.failed:receiver.null
    }

    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean instanceOfNull(Plain p) {
        return p instanceof Plain;
    }

    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean alwaysSpecial(Plain p) {
        return p == null || p instanceof Special;
    }

    //@ ensures result != null; //~ postcondition.violated:assertion.false
    static Plain returnsNull() {
        return null;
    }
}

class Above {
    int value;
    static int count;

    //@ requires acc(value);
    //@ ensures acc(value) && value == 1;
    void set() {
        value = 1;
    }

    //@ ensures result == 1;
    static int which() {
        return 1;
    }
}

class Below extends Above {
    int value;

    //@ ensures result == 2;
    static int which() {
        return 2;
    }

    //@ requires acc(value) && acc(((Above) this).value) && value == 5;
    //@ ensures acc(value) && acc(((Above) this).value) && value == 1; //~ postcondition.violated:assertion.false
    void hidden() {
        set();
    }

    //@ ensures result == 2; //~ postcondition.violated:assertion.false
    static int viaAbove() {
        return Above.which();
    }

    //@ requires a != null && acc(a.value);
    //@ ensures acc(a.value) && a.value == 1;
    static void otherField(Below a) {
        Above b = a;
        b.value = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(count) && acc(Below.count);
    //@ ensures false;
    static void oneStaticField() {
    }

    //@ requires acc(count);
    static void callsIt() {
        oneStaticField(); //~ call.precondition:insufficient.permission
    }
}

interface First {
    //@ ensures result > 0;
    int get();
}

interface Second {
    //@ ensures result < 0; //~ postcondition.violated:assertion.false
    int get();
}

class Torn implements First, Second {
    //@ ensures result > 0;
    public int get() {
        return 1;
    }
}

class Hidden {
    private int secret() {
        return 1;
    }

    //@ ensures result == 2; //~ postcondition.violated:assertion.false
    int call() {
        return secret();
    }
}

class Shadow extends Hidden {
    //@ ensures result == 2;
    int secret() {
        return 2;
    }
}
