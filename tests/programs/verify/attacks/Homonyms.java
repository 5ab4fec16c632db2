/** Names that mean another class than it seems. */
class RuntimeException extends Exception { //~ unsupported-java
}

enum IllegalStateException { //~ unsupported-java
    ONE
}

class FirstOuter {
    static class Inner {
        //@ ensures result == 1;
        int value() {
            return 1;
        }
    }
}

class SecondOuter {
    static class Inner { //~ duplicate-class
        //@ ensures result == 2;
        int value() {
            return 2;
        }
    }

    //@ ensures result == 1;
    static int wrong() {
        return new Inner().value(); //~ unusable-class
    }
}

class Derived extends Unknown { //~ unknown-type
    //@ ensures result == 1;
    int value() {
        return value(1);
    }

    //@ ensures result == 1;
    int value(Object o) {
        return 1;
    }
}

class Homonyms {
    //@ ensures result == 1;
    static int notCaught() {
        try {
            throw new IllegalArgumentException();
        } catch (RuntimeException e) { //~ unusable-class
            return 1;
        }
    }

    //@ signals (IllegalStateException e) true; //~ unusable-class
    static void notAnException() {
    }

    //@ ensures result == 2;
    static int perhapsCaught() {
        try {
            throw new Derived(); //~ unusable-class
        } catch (IllegalArgumentException e) {
            return 1;
        } catch (Derived e) {
            return 2;
        }
    }
}
