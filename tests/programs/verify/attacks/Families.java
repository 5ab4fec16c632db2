// The value of a pure method for a class nobody gave: it may depend on the heap as any other.
abstract class Gauge {
    int reading;

    /*@ predicate valid();
        pure int get() requires valid(); ; @*/

    //@ requires valid();
    //@ ensures valid() && get() == x;
    abstract void set(int x);
}

class PlainGauge extends Gauge {
    /*@ predicate valid() = acc(reading);
        pure int get() = opening valid() in reading; @*/

    void set(int x) {
        //@ open valid();
        reading = x;
        //@ close valid();
    }
}

class Families {
    //@ requires g != null && g.valid();
    //@ ensures g.valid();
    static void two(Gauge g) {
        g.set(1);
        //@ assert g.get() == 1;
        g.set(2);
        //@ assert g.get() == 2;
        //@ assert g instanceof PlainGauge; //~ assert.failed:assertion.false
    }

    //@ requires g != null && g.valid();
    //@ ensures g.valid() && g.get() == old(g.get());
    static void same(Gauge g) {
    }
}

// Of several definitions an object has the one that overrides the others, in whatever order interfaces are named.
interface Tone {
    /*@ pure @*/
    default int pitch() {
        return 1;
    }
}

interface Sharp extends Tone {
    /*@ pure @*/
    default int pitch() {
        return 2;
    }
}

class Note implements Tone, Sharp {
}

class Echo extends Note implements Tone {
}

class Pitches {
    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int note() {
        return new Note().pitch();
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int echo() {
        Tone tone = new Echo();
        return tone.pitch();
    }

    //@ ensures result == 2;
    static int right() {
        return new Echo().pitch();
    }
}
