/** Exceptions nobody declared, caught too late, or promised under the wrong condition. */
class Exceptions {
    int value;

    static void throwsAnyway() {
        throw new IllegalStateException(); //~ exception:assertion.false
    }

    //@ signals (IllegalArgumentException e) x < 0; //~ postcondition.violated:assertion.false
    static void wrongCondition(int x) {
        if (x < 10) {
            throw new IllegalArgumentException();
        }
    }

    //@ signals (IllegalArgumentException e) true; //~ postcondition.violated:assertion.false
    static void wrongClass(int x) {
        if (x < 0) {
            throw new IllegalStateException();
        }
    }

    //@ ensures x >= 0; //~ postcondition.violated:assertion.false
    //@ signals (IllegalArgumentException e) true;
    static void returnsAnyway(int x) {
        if (x < -5) {
            throw new IllegalArgumentException();
        }
    }

    //@ signals (IllegalArgumentException e) true;
    static void thrower() {
        throw new IllegalArgumentException();
    }

    static void passesOn() {
        thrower(); //~ exception:assertion.false
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int afterTheCall() {
        thrower(); //~ exception:assertion.false
        return 2;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int caught() {
        try {
            thrower();
            return 1;
        } catch (IllegalArgumentException e) {
            return 2;
        }
    }

    static void caughtByAnother() {
        try { //~ exception:assertion.false
            thrower();
        } catch (IllegalStateException e) {
        }
    }

    //@ requires acc(value);
    //@ ensures acc(value);
    //@ signals (IllegalArgumentException e) acc(value) && value == 0; //~ postcondition.violated:assertion.false
    void losesOnTheWay(int x) {
        value = 1;
        if (x > 0) {
            throw new IllegalArgumentException();
        }
        value = 0;
    }

    //@ requires acc(value);
    //@ ensures acc(value);
    //@ signals (IllegalArgumentException e) true;
    void keepsAfterThrow(int x) {
        thrower();
    }

    //@ requires acc(value);
    //@ ensures acc(value);
    void usesAfterCatch(int x) {
        try {
            keepsAfterThrow(x);
        } catch (IllegalArgumentException e) {
            value = 1; //~ assignment.failed:insufficient.permission
        }
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int finallyWins() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    //@ requires acc(value);
    //@ ensures acc(value) && value == 1; //~ postcondition.violated:assertion.false
    void finallyChanges() {
        try {
            value = 1;
        } finally {
            value = 2;
        }
    }

    static void nullThrown(RuntimeException e) {
        throw e; //~ assignment.failed:receiver.null
        //~^ exception:assertion.false
    }

    // The first clause that fits counts, so that the second would promise nothing.
    //@ signals (RuntimeException e) k > 0;
    //@ signals (IllegalStateException e) false; //~ misplaced-contract
    static void saidTooLate(int k) {
        if (k > 0) {
            throw new IllegalStateException();
        }
    }
}
