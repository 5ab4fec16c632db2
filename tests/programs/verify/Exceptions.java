/** Exceptions: not thrown unless the contract says so. */
class Exceptions {
    int value;

    static void throwsAnyway(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative"); //~ exception:assertion.false
        }
    }

    //@ ensures x >= 0;
    //@ signals (IllegalArgumentException e) x < 0;
    static void check(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    //@ signals (IllegalArgumentException e) x < 0; //~ postcondition.violated:assertion.false
    static void wrongCondition(int x) {
        if (x < 10) {
            throw new IllegalArgumentException("small");
        }
    }

    //@ requires x >= 0;
    static void cannotThrow(int x) {
        check(x);
    }

    static void mayThrow(int x) {
        check(x); //~ exception:assertion.false
    }

    //@ ensures result == (x >= 0);
    static boolean catches(int x) {
        try {
            check(x);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static boolean catchesOther(int x) {
        try {
            check(x); //~^ exception:assertion.false
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    //@ requires acc(value);
    //@ ensures acc(value) && value == 1;
    void runsFinally(int x) {
        try {
            check(x);
        } catch (RuntimeException e) {
            value = 2;
        } finally {
            value = 1;
        }
    }
}
