/** Contracts in the words of JML and VerCors. */
class Spellings {
    int value;
    int[] cells;

    //@ context Perm(this.value, write);
    //@ requires value < 100;
    //@ ensures value == \old(value) + 1;
    void increment() {
        value = value + 1;
    }

    //@ context Perm(this.value, 1\2) ** value >= 0;
    //@ ensures \result == value;
    int read() {
        return value;
    }

    //@ context Perm(this.value, 1\2);
    void mayNotWrite() {
        value = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires Perm(this.value, write) ** value == 3;
    //@ ensures Perm(this.value, write) ** value == 4; //~ postcondition.violated:assertion.false
    void bothSidesCount() {
    }

    //@ requires n >= 0;
    //@ ensures \result == n;
    static int count(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreasing n - i;
        while (i < n) {
            i = i + 1;
        }
        return i;
    }

    //@ requires n >= 0;
    //@ ensures \result == n;
    static int counted(int n) {
        int i = 0;
        //@ maintaining 0 <= i && i <= n;
        while (i < n) {
            i = i + 1;
        }
        return i;
    }

    //@ assignable value; //~ foreign-word
    void foreignClause() {
    }

    //@ ensures PointsTo(this.value, 1, 3); //~ foreign-word
    void foreignCall() {
    }

    //@ ensures \fresh(this); //~ foreign-word
    void foreignWord() {
    }

    //@ requires Perm(this.value, read); //~ foreign-word
    void foreignAmount() {
    }
}
