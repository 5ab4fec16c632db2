/** What replaces a method that ends must end too. */
class Ends {
    //@ decreases 0;
    void run() {
    }

    //@ requires e != null;
    //@ decreases 1;
    static void start(Ends e) {
        e.run();
    }
}

class LoopsForEver extends Ends {
    //@ ensures true;
    void run() { //~ termination.measure:assertion.false
        //@ invariant true;
        while (true) {
        }
    }
}

/** Each is smaller than the other, as far as the contracts seen here tell. */
class CallsBack extends Ends {
    //@ ensures true;
    void run() { //~ termination.measure:assertion.false
        start(this);
    }
}

class MeasuresMore extends Ends {
    //@ decreases 5;
    void run() { //~ termination.measure:assertion.false
        start(this);
    }
}

interface Stops {
    //@ decreases 0;
    default void stop() {
    }
}

class DoesNot implements Stops {
    //@ ensures true;
    public void stop() { //~ termination.measure:assertion.false
        stop();
    }
}

class Plain {
    void step() {
    }

    //@ requires p != null;
    //@ decreases 1;
    static void start(Plain p) {
        p.step(); //~ termination.measure:assertion.false
    }
}

class NotSoPlain extends Plain {
    void step() {
        //@ invariant true;
        while (true) {
        }
    }
}

class SlowStart {
    //@ ensures true;
    SlowStart() {
        //@ invariant true;
        while (true) {
        }
    }
}

class Heir extends SlowStart {
    //@ ensures true;
    Heir() {
    }

    //@ decreases 1;
    static void make() {
        new Heir(); //~ termination.measure:assertion.false
    }
}
