/** Overriding methods keep the contracts above them. */
interface Source {
    //@ requires 0 <= n;
    //@ ensures result >= n; //~ postcondition.violated:assertion.false
    int next(int n);
}

class Good implements Source {
    //@ ensures result == n;
    public int next(int n) {
        return n;
    }
}

class Inherits implements Source {
    public int next(int n) {
        return n;
    }
}

class InheritsAndFails implements Source {
    //@ pure
    static int zero() {
        return 0;
    }

    public int next(int n) {
        return zero();
    }
}

class AsksForMore implements Source {
    //@ requires 10 <= n;
    //@ ensures result >= n;
    public int next(int n) { //~ call.precondition:assertion.false
        return n;
    }
}

class GivesLess implements Source {
    //@ ensures result >= 0;
    public int next(int n) {
        return n < 0 ? 0 : n;
    }
}

class Casts {
    static Good known(Source s) {
        return (Good) s; //~ assignment.failed:class.cast
    }

    static Good tested(Source s) {
        if (s instanceof Good) {
            return (Good) s;
        }
        return null;
    }

    static void calls(Source s) {
        if (s != null) {
            int n = s.next(3);
            //@ assert n >= 3;
            int m = s.next(-1); //~ call.precondition:assertion.false
        }
    }
}
