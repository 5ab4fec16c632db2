/** Opening and closing: only what is there, only once. */
class Predicates {
    int value;
    Predicates next;

    /*@
      predicate valid() = acc(value) && 0 <= value;
      predicate list() = acc(value) && acc(next) && (next != null ==> next.list());
    @*/

    //@ requires valid();
    //@ ensures valid();
    void good() {
        //@ open valid();
        value = 3;
        //@ close valid();
    }

    //@ requires valid();
    //@ ensures valid(); //~ postcondition.violated:insufficient.permission
    void forgetsToClose() {
        //@ open valid();
        value = 3;
    }

    //@ requires valid();
    //@ ensures valid();
    void forgetsToOpen() {
        value = 3; //~ assignment.failed:insufficient.permission
    }

    //@ requires valid();
    //@ ensures valid();
    void breaksIt() {
        //@ open valid();
        value = -3;
        //@ close valid(); //~ fold.failed:assertion.false
    }

    //@ requires valid();
    //@ ensures valid();
    void opensTwice() {
        //@ open valid();
        //@ open valid(); //~ unfold.failed:insufficient.permission
        //@ close valid();
    }

    //@ requires valid();
    //@ ensures valid() && valid(); //~ postcondition.violated:insufficient.permission
    void duplicates() {
    }

    //@ requires acc(valid(), 1/2);
    //@ ensures acc(valid(), 1/2) && result >= 0;
    int half() {
        //@ open acc(valid(), 1/2);
        int v = value;
        //@ close acc(valid(), 1/2);
        return v;
    }

    //@ requires list();
    //@ ensures list() && untouched(list());
    void nothing() {
        //@ open list();
        //@ close list();
    }

    //@ requires list();
    //@ ensures list() && untouched(list()); //~ postcondition.violated:assertion.false
    void something() {
        //@ open list();
        value = value == 0 ? 1 : 0;
        //@ close list();
    }
}
