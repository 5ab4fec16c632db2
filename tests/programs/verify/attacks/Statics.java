/** Initial values of static fields run whenever a class is first used. */
class Shared {
    static int count;
    static int limit = 5;
}

class Writes {
    static int mine = (Shared.count = 5); //~ assignment.failed:insufficient.permission

    static void touch() {
    }

    //@ requires acc(Shared.count);
    //@ ensures acc(Shared.count) && Shared.count == 0;
    static void quiet() {
        Shared.count = 0;
        touch();
    }
}

class Divides {
    static int zero = 1 / (int) 0L; //~ assignment.failed:division.by.zero
}

class Spins {
    static int never = spin(); //~ termination.measure:assertion.false

    static int spin() {
        //@ invariant true;
        while (true) {
        }
    }

    //@ decreases 0;
    static void ends() {
    }
}

class Reads {
    static int first = Shared.limit + 1;
    static int second = first + Shared.limit;
    static final Reads ONE = new Reads();
}

class Parent {
    //@ pure
    int value() {
        return 1;
    }
}

class Child extends Parent {
    int value() {
        return 2;
    }

    //@ ensures result == 2;
    int above() {
        return super.value(); //~ unsupported-java
    }
}

class Rounds {
    //@ decreases 1;
    static void up() {
        int n = 5;
        //@ invariant n == 5;
        //@ decreases n; //~ termination.measure:assertion.false
        while ((n = n + 1) > 0) {
            n = n - 1;
        }
    }

    //@ decreases 1;
    static void down() {
        int n = 5;
        //@ invariant 0 <= n && n <= 5;
        //@ decreases n;
        while ((n = n - 1) > 0) {
        }
    }
}
