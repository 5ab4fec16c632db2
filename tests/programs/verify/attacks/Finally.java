/** What a `finally` block sees and where it goes. */
class FinallyBlocks {
    static int name;

    //@ ensures result == 2;
    static int throwsOnReturn() {
        try {
            return 1;
        } catch (IllegalStateException e) {
            return 2;
        } finally {
            throw new IllegalStateException(); //~ exception:assertion.false
        }
    }

    //@ ensures result == 3;
    static int throwsOnBreak(boolean b) {
        while (true) {
            //@ invariant true;
            try { //~ exception:assertion.false
                try {
                    break;
                } catch (IllegalStateException e) {
                    return 4;
                } finally {
                    if (b) {
                        throw new IllegalStateException();
                    }
                }
            } finally {
            }
        }
        return 3;
    }

    //@ requires acc(name) && name == 1;
    //@ ensures acc(name) && result == 5; //~ postcondition.violated:assertion.false
    static int seesTheOuterName() {
        int seen = 0;
        for (int once = 0; once < 1; once++) {
            //@ invariant acc(name) && name == 1 && seen == 0;
            try {
                int name = 5;
                if (name == 5) {
                    break;
                }
            } finally {
                seen = name;
            }
        }
        return seen;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int outerFinallyRuns() {
        int x = 1;
        after: {
            try {
                try {
                    return 7;
                } finally {
                    break after;
                }
            } finally {
                x = 2;
            }
        }
        return x;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int breakLeavesTheOuterLoop() {
        int rounds = 0;
        while (rounds < 1) {
            //@ invariant rounds == 0;
            try {
                //@ invariant rounds == 0;
                while (true) {
                    return 1;
                }
            } finally {
                break;
            }
        }
        return 9;
    }
}

class Failing extends RuntimeException {
    //@ ensures result > 0;
    int code() {
        return 3;
    }
}

class FailingHard extends Failing {
    //@ ensures result == 1;
    int code() {
        return 1;
    }
}

class FailingSoftly extends Failing {
    //@ ensures result == 2;
    int code() {
        return 2;
    }
}

class CatchesBoth {
    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int which(boolean b) {
        try {
            if (b) {
                throw new FailingHard();
            } else {
                throw new FailingSoftly();
            }
        } catch (FailingHard | FailingSoftly e) {
            return e.code();
        }
    }
}
