/** Members that cannot be read still hide, overload and construct. */
class Above {
    int size;

    //@ ensures result == 1;
    static int number() {
        return 1;
    }

    //@ ensures result == 1;
    static int pick(Object o) {
        return 1;
    }

    static int pick(Missing o) { //~ unknown-type
        return 2;
    }

    static void pickNull() {
        pick(null); //~ unusable-contract
    }
}

class Below extends Above {
    double size; //~ unsupported-java
    int[] row = {1, 2}; //~ unsupported-java
    int start;

    static int number(int... rest) { //~ unsupported-java
        return 2;
    }

    Below(float x) { //~ unsupported-java
        start = 5;
    }

    Below() //@ ensures nonsense ==; //~ contract-syntax
    {
        start = 5;
    }

    //@ requires acc(((Above) this).size) && ((Above) this).size == 1;
    //@ ensures acc(((Above) this).size);
    void hidden() {
        size = 2; //~ unknown-name
    }

    static void hiddenMethod() {
        number(); //~ unusable-contract
    }

    //@ ensures acc(result.start) && result.start == 0;
    static Below made() {
        return new Below(); //~ unusable-contract
    }
}

class Signal extends RuntimeException implements Comparable {
    //@ ensures !result; //~ postcondition.violated:assertion.false
    static boolean isNone(Signal s) {
        Object o = s;
        return o instanceof RuntimeException;
    }

    //@ ensures result == 2;
    static int caught() {
        try {
            throw new Signal();
        } catch (IllegalStateException e) {
            return 1;
        } catch (RuntimeException e) {
            return 2;
        }
    }
}

class Error { //~ unsupported-java
}

// An initial value that cannot be read may still do something.
class Wakes {
    int count;
    double share = count = 5; //~ unsupported-java

    //@ ensures acc(count) && count == 0;
    Wakes() {
    }
}

class WakesToo {
    int count;
    int[] all = { count = 4 }; //~ unsupported-java
}

class Heir extends WakesToo {
    //@ ensures acc(count) && count == 0;
    Heir() { //~ unusable-contract
    }

    //@ ensures result == 0;
    static int made() {
        return new WakesToo().count; //~ unusable-contract
    }
}

class Asleep {
    int count;
    double share = -1.5; //~ unsupported-java
    double other = 1; //~ unsupported-java

    //@ ensures acc(count) && count == 0;
    Asleep() {
    }
}
