// overflow: error
/** With overflow an error, each of these may overflow. */
class Overflow {
    int value;

    static int add(int a, int b) {
        return a + b; //~ assignment.failed:overflow
    }

    static int subtract(int a, int b) {
        return a - b; //~ assignment.failed:overflow
    }

    static int multiply(int a) {
        return a * 2; //~ assignment.failed:overflow
    }

    static int negate(int a) {
        return -a; //~ assignment.failed:overflow
    }

    //@ requires b != 0;
    static int divide(int a, int b) {
        return a / b; //~ assignment.failed:overflow
    }

    static int increment(int a) {
        a++; //~ assignment.failed:overflow
        return a;
    }

    static int compound(int a, int b) {
        a -= b; //~ assignment.failed:overflow
        return a;
    }

    static long longs(long a) {
        return a + 1; //~ assignment.failed:overflow
    }


    //@ requires acc(value);
    //@ ensures acc(value);
    void field() {
        value += 1; //~ assignment.failed:overflow
    }
}
