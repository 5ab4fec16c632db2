// overflow: error
class Overflow {
    static int successor(int x) {
        return x + 1; //~ assignment.failed:overflow
    }

    //@ requires 0 <= low && low <= high;
    static int badMiddle(int low, int high) {
        return (low + high) / 2; //~ assignment.failed:overflow
    }

    //@ requires 0 <= low && low <= high;
    //@ ensures low <= result && result <= high;
    static int middle(int low, int high) {
        return low + (high - low) / 2;
    }

    static int negated(int x) {
        return -x; //~ assignment.failed:overflow
    }

    static long wide(long x) {
        return x * 2; //~ assignment.failed:overflow
    }
}
