/** Permissions made out of nothing, kept twice, or used when too small. */
class Permissions {
    int value;
    int other;
    Permissions next;

    /*@
      predicate both() = acc(value) && acc(other);
      predicate chain() = acc(next) && (next != null ==> next.chain());
      predicate forever() = acc(value) && forever();
      predicate positive() = acc(value) && value > 0;
    @*/

    //@ requires acc(value);
    //@ ensures acc(value) && acc(value, 1/2); //~ postcondition.violated:insufficient.permission
    void duplicates() {
    }

    //@ requires acc(value, 1/2);
    //@ ensures acc(value, 1/2);
    void writesWithHalf() {
        value = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(value, 1/2);
    //@ ensures acc(value); //~ postcondition.violated:insufficient.permission
    void growsTheShare() {
    }

    //@ requires acc(value, _);
    //@ ensures acc(value, 1/1000); //~ postcondition.violated:insufficient.permission
    void wildcardIsNoNumber() {
    }

    //@ requires both();
    //@ ensures both() && acc(value); //~ postcondition.violated:insufficient.permission
    void keepsWhatItClosed() {
    }

    //@ requires both();
    //@ ensures both();
    void usesWithoutOpening() {
        value = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires both();
    //@ ensures both();
    void opensTwice() {
        //@ open both();
        //@ open both(); //~ unfold.failed:insufficient.permission
        //@ close both();
    }

    //@ requires both();
    //@ ensures both();
    void closesTwice() {
        //@ open both();
        //@ close both();
        //@ close both(); //~ fold.failed:insufficient.permission
    }

    //@ requires both();
    //@ ensures both(); //~ postcondition.violated:insufficient.permission
    void forgetsToClose() {
        //@ open both();
        value = 2;
    }

    //@ requires positive();
    //@ ensures positive();
    void breaksWhatItCloses() {
        //@ open positive();
        value = 0;
        //@ close positive(); //~ fold.failed:assertion.false
    }

    //@ requires acc(both(), 1/2);
    //@ ensures acc(both(), 1/2);
    void writesThroughHalfAPredicate() {
        //@ open acc(both(), 1/2);
        value = 1; //~ assignment.failed:insufficient.permission
        //@ close acc(both(), 1/2);
    }

    //@ requires acc(both(), 1/2);
    //@ ensures both();
    void opensMoreThanItHas() {
        //@ open both(); //~ unfold.failed:insufficient.permission
        //@ close both();
    }

    //@ requires chain();
    //@ ensures chain() && acc(next); //~ postcondition.violated:insufficient.permission
    void ownsInsideAndOutside() {
        //@ open chain();
        //@ close chain();
    }

    //@ requires acc(next);
    //@ ensures chain();
    void closesWithoutTheRest() {
        //@ close chain(); //~ fold.failed:insufficient.permission
    }

    //@ requires acc(value);
    //@ ensures forever();
    void closesWithoutEnd() {
        //@ close forever(); //~ fold.failed:insufficient.permission
    }

    //@ requires acc(value);
    //@ ensures acc(value) && false;
    void callsAndKeeps() {
        take();
        value = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(value);
    void take() {
    }

    //@ requires acc(value, 1/2);
    //@ ensures acc(value, 1/2) && value == 5; //~ postcondition.violated:assertion.false
    void hopesForTheOtherHalf() {
        give();
    }

    //@ requires acc(value, 1/2);
    //@ ensures acc(value, 1/2);
    void give() {
    }

    //@ requires acc(value, 1/2) && acc(value, 1/2) && acc(value, 1/2);
    //@ ensures true;
    void threeHalves() {
    }

    //@ requires acc(value);
    void callsThreeHalves() {
        threeHalves(); //~ call.precondition:insufficient.permission
    }

    //@ requires acc(value, 1/3) && acc(value, 1/3);
    //@ ensures acc(value, 2/3);
    void twoThirdsDoNotWrite() {
        value = 3; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(value);
    //@ ensures acc(value, 1/2) && acc(value, 1/2) && value == old(value) + 1; //~ postcondition.violated:assertion.false
    void splitsUnchanged() {
    }
}
