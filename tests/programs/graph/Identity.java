// Class objects and interned strings may come in as arguments [Otto15, Ex. 1.50 and 1.51].
// graph: Identity.compare
// reaches: isClass
// reaches: isText
// verdict: terminates
class Identity {
    static void isClass() {
    }

    static void isText() {
    }

    static void compare(Object x) {
        if (x == Object.class) {
            isClass();
        }
        String y = new String("abc");
        if (x == y.intern()) {
            isText();
        }
    }
}
