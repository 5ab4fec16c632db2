/** Input that is wrong: each problem is said once, where it is; the rest is verified. */
class Problems {
    int count;

    /*@ predicate valid() = acc(count); @*/

    //@ requires acc(cout); //~ unknown-name
    void typo() {
    }

    //@ requires vaild(); //~ unknown-predicate
    void unknownPredicate() {
    }

    //@ requires acc(count) && change() == 1; //~ impure-contract
    void impure() {
    }

    //@ requires acc(count);
    //@ ensures acc(count);
    int change() {
        return count++;
    }

    //@ requires count + 1; //~ type-mismatch
    void notATruthValue() {
    }

    //@ requires valid() == true; //~ misplaced-permission
    void predicateAsValue() {
    }

    //@ requires acc(count) &&; //~ contract-syntax
    void syntax() {
    }

    /*@ pure static int loops(int n) = loops(n); @*/ //~ pure-recursion

    //@ ensures result == 1;
    int lambda() {
        Runnable r = () -> { }; //~ unsupported-java
        return 1;
    }

    static int floating(double d) { //~ unsupported-java
        return 0;
    }

    static void ghostInCode() {
        //@ ghost int g = 1;
        int x = g; //~ ghost-in-code
    }

    void realInGhost() {
        int x = 1;
        //@ x = 2; //~ impure-contract
    }

    //@ requires acc(count);
    //@ ensures acc(count) && count == 5;
    void stillVerified() {
        count = 5;
    }

    //@ requires acc(count);
    //@ ensures acc(count) && count == 6; //~ postcondition.violated:assertion.false
    void stillFails() {
        count = 5;
    }

    static int collection(int[] a) {
        for (int x : a) { //~ unsupported-java
            return x;
        }
        return 0;
    }

    void caller() {
        typo(); //~ unusable-contract
    }
}
