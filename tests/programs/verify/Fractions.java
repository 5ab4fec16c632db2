/** Shares of a permission: reading needs some of it, writing all. */
class Fractions {
    int value;

    //@ requires acc(value, 1/2);
    //@ ensures acc(value, 1/2) && result == value;
    int read() {
        return value;
    }

    //@ requires acc(value, 1/2);
    //@ ensures acc(value, 1/2);
    void writes() {
        value = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(value, 1/2) && acc(value, 1/2);
    //@ ensures acc(value) && value == 3;
    void twoHalves() {
        value = 3;
    }

    //@ requires acc(value, 1/3) && acc(value, 1/3);
    //@ ensures acc(value); //~ postcondition.violated:insufficient.permission
    void twoThirds() {
    }

    //@ requires acc(value) && value == 4;
    //@ ensures acc(value) && value == 4;
    void lends() {
        read();
    }

    //@ requires acc(value, _);
    //@ ensures acc(value, _) && result == value;
    int anyShare() {
        return value;
    }
}
