/** What inference must not invent: every failure stays a failure. */
class Refused {
    int value;
    int other;
    Refused peer;

    /*@
      predicate one() = acc(value);
      predicate two() = acc(value);
      predicate positive() = acc(value) && value > 0;
      predicate half() = acc(other, 1/2);
    @*/

    //@ requires positive();
    //@ ensures positive(); //~ postcondition.violated:insufficient.permission
    void breaksTheInvariant() {
        value = 0; //~ inferred: open Refused.positive(this)
    }

    //@ requires one();
    //@ ensures one() && two(); //~ postcondition.violated:insufficient.permission
    void ownsTwice() {
    }

    //@ requires half();
    //@ ensures half();
    void writesHalf() {
        other = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires one() && acc(peer) && peer != null && peer.one();
    //@ ensures acc(peer);
    void ambiguous(Refused r) {
        r.value = 1; //~ assignment.failed:insufficient.permission
        //~^ assignment.failed:receiver.null
    }

    //@ requires a != null && b != null && acc(a.one(), 1/2) && acc(b.one(), 1/2);
    //@ ensures acc(a.one(), 1/2) && acc(b.one(), 1/2);
    static void sharesOfTwo(Refused a, Refused b) {
        a.value = 1; //~ assignment.failed:insufficient.permission
    }

    //@ ensures one(); //~ postcondition.violated:insufficient.permission
    void fromNothing() {
    }

    //@ requires one();
    //@ ensures one() && value == 0; //~ not.wellformed:insufficient.permission
    void readsWhatIsClosed() {
    }
}
