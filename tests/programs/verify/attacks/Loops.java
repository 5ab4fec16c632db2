/** Loops whose invariants, measures or old values say too much. */
class Loops {
    int value;

    //@ requires n >= 0;
    //@ ensures result == n + 1; //~ postcondition.violated:assertion.false
    static int offByOne(int n) {
        int i = 0;
        //@ invariant 0 <= i && i <= n;
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ requires n >= 0;
    //@ ensures result == n; //~ postcondition.violated:assertion.false
    static int invariantTooWeak(int n) {
        int i = 0;
        //@ invariant 0 <= i;
        while (i < n) {
            i++;
        }
        return i;
    }

    static void notEstablished(int n) {
        int i = 0;
        //@ invariant i > 0; //~ invariant.not.established:assertion.false
        while (i < n) {
            i++;
        }
    }

    //@ requires n >= 0;
    static void notPreserved(int n) {
        int i = 0;
        //@ invariant i < 3; //~ invariant.not.preserved:assertion.false
        while (i < n) {
            i++;
        }
    }

    //@ requires n > 0;
    static void neverSmaller(int n) {
        int i = 0;
        //@ invariant true;
        //@ decreases n - i; //~ termination.measure:assertion.false
        while (i < n) {
            i = i + 0;
        }
    }

    static void growing(int n) {
        int i = 0;
        //@ invariant true;
        //@ decreases i; //~ termination.measure:assertion.false
        while (i < n) {
            i++;
        }
    }

    static void belowZero(int n) {
        int i = n;
        //@ invariant true;
        //@ decreases i; //~ termination.measure:assertion.false
        while (i != 0) {
            i--;
        }
    }

    //@ decreases 5;
    static void endlessInMeasured() {
        //@ invariant true;
        while (true) { //~ termination.measure:assertion.false
        }
    }

    //@ requires acc(value);
    //@ ensures acc(value) && value == old(value); //~ postcondition.violated:assertion.false
    void oldInLoop(int n) {
        int i = 0;
        //@ invariant acc(value) && value >= old(value);
        while (i < n && value < 100) {
            value++;
            i++;
        }
    }

    //@ requires acc(value);
    //@ ensures acc(value) && value == 0; //~ postcondition.violated:assertion.false
    void loopWithoutPermission(int n) {
        int i = 0;
        //@ invariant i >= 0;
        while (i < n) {
            value = i; //~ assignment.failed:insufficient.permission
            i++;
        }
    }

    //@ requires acc(value) && value == 0;
    //@ ensures acc(value) && value == 0; //~ postcondition.violated:assertion.false
    void loopForgets(int n) {
        int i = 0;
        //@ invariant acc(value) && i >= 0;
        while (i < n) {
            value = i;
            i++;
        }
    }

    //@ requires n > 0;
    //@ ensures result == n; //~ postcondition.violated:assertion.false
    static int breaksEarly(int n) {
        int i = 0;
        //@ invariant 0 <= i && i <= n;
        while (i < n) {
            if (i == 3) {
                break;
            }
            i++;
        }
        return i;
    }

    //@ requires n > 0;
    //@ ensures result == n;
    static int continueSkips(int n) {
        int sum = 0;
        //@ invariant 0 <= i && i <= n && sum == i; //~ invariant.not.preserved:assertion.false
        for (int i = 0; i < n; i++) {
            if (i == 3) {
                continue;
            }
            sum++;
        }
        return sum;
    }

    //@ ensures result == 0; //~ postcondition.violated:assertion.false
    static int bodyRunsOnce(int n) {
        int i = 0;
        //@ invariant i >= 0; //~ invariant.not.preserved:assertion.false
        do {
            i++;
        } while (i < 0);
        return i;
    }

    //@ ensures result == 0; //~ postcondition.violated:assertion.false
    static int labelledBreak(int n) {
        int found = 0;
        outer:
        for (int i = 0; i < n; i++) {
            //@ invariant found == 0;
            for (int j = 0; j < n; j++) {
                //@ invariant found == 0;
                if (j == 2) {
                    found = 1;
                    break outer;
                }
            }
        }
        return found;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int switchFallsThrough(int x) {
        int out = 0;
        switch (x) {
            case 1:
                out = 1;
            case 2:
                out = 2;
                break;
            default:
                out = 1;
        }
        return out;
    }

    //@ ensures result > 0; //~ postcondition.violated:assertion.false
    static int switchWithoutDefault(int x) {
        int out = 0;
        switch (x) {
            case 1:
                out = 1;
                break;
            case 2:
                out = 2;
                break;
        }
        return out;
    }

    //@ decreases n;
    static void recursionGrows(int n) {
        if (n > 0 && n < 100) {
            recursionGrows(n + 1); //~ termination.measure:assertion.false
        }
    }

    //@ decreases n;
    static void recursionBelowZero(int n) {
        recursionBelowZero(n - 1); //~ termination.measure:assertion.false
    }

    //@ decreases n;
    static void throughAnother(int n) {
        if (n > 0) {
            unmeasured(n); //~ termination.measure:assertion.false
        }
    }

    static void unmeasured(int n) {
        throughAnother(n);
    }

    //@ ensures false; //~ postcondition.violated:assertion.false
    static void endsOnlyByLooping() {
        int i = 0;
        //@ invariant i >= 0;
        while (i < 10) {
            i++;
        }
    }

    //@ requires acc(value);
    //@ ensures acc(value);
    void permissionLeaks(int n) {
        int i = 0;
        //@ invariant i > 0 ==> acc(value); //~ invariant.not.preserved:insufficient.permission
        while (i < n) {
            i++;
        }
    }

    //@ decreases 1;
    static void callsSomethingEndless() {
        endless(); //~ termination.measure:assertion.false
    }

    static void endless() {
        //@ invariant true;
        while (true) {
        }
    }
}

class Circle {
    //@ decreases 1;
    Circle(int x) { //~ termination.measure:assertion.false
        this();
    }

    Circle() {
        new Circle(1);
    }

    static void firstInTheMethod(int n) {
        //@ decreases n; //~ termination.measure:assertion.false
        while (n > 0) {
        }
    }

    static void firstInABranch(int n) {
        if (n > 3) {
            //@ invariant n > 4; //~ invariant.not.established:assertion.false
            while (n > 5) {
                n--;
            }
        }
    }
}
