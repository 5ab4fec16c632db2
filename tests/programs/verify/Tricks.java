/** Ways to prove anything, each of which must be noticed. */
class Tricks {
    final int fixed;
    int value;

    /*@
      ghost static void circular() //~ missing-proof
          ensures false;;

      ghost static void selfProving(int n)
          ensures false;
      {
          selfProving(n); //~ pure-recursion
      }

      ghost static void notSmaller(int n)
          ensures false;
          decreases n;
      {
          notSmaller(n); //~ termination.measure:assertion.false
      }

      pure static int contradiction() //~ not-pure
          ensures result == result + 1;;

      pure static int chased(int n)
          decreases n;
          = chased(n) + 1; //~^^ function.not.wellformed:termination.measure

      pure static int first(int n) = second(n) + 1; //~ pure-recursion
      //~^ unusable-contract
      pure static int second(int n) = first(n) + 1; //~ pure-recursion
      //~^ unusable-contract
    @*/

    //@ ensures false; //~ postcondition.violated:assertion.false
    Tricks(int x) {
        fixed = x;
    }

    Tricks(boolean b) {
        fixed = fixed + 1; //~ final-unset
    }

    Tricks(long l) {
        if (l > 0) {
            fixed = 1; //~ unsupported-java
        }
        fixed = 2;
    }

    Tricks() {
        this.look(); //~ unsupported-java
        fixed = 2;
    }

    void look() {
    }

    //@ ensures result == 1;
    int leavesEarly() {
        //@ return; //~ impure-contract
        return 2;
    }

    static void javaAssert(int x) {
        assert x + 1 > x; //~ assert.failed:assertion.false
    }

    //@ requires acc(value) && acc(value);
    //@ ensures false;
    void vacuous() {
    }

    //@ decreases n;
    static void even(int n) {
        odd(n); //~ termination.measure:assertion.false
    }

    static void odd(int n) {
        even(n);
    }

    //@ requires value == 0; //~ not.wellformed:insufficient.permission
    void readsWithoutPermission() {
    }

    //@ ensures acc(value); //~ postcondition.violated:insufficient.permission
    void fromNowhere() {
    }

    //@ requires acc(value, 2/1);
    //@ ensures false;
    void tooMuch() {
    }

    //@ requires acc(value, -1/2); //~ not.wellformed:negative.permission
    void negative() {
    }
}

interface Reader {
    //@ pure
    int read();
}

class Writer implements Reader {
    int count;

    //@ requires acc(count);
    public int read() { //~ bad-override
        return count++;
    }
}

interface Promise {
    //@ ensures result > 0;
    int get();
}

class Zero {
    public int get() { //~ unsupported-java
        return 0;
    }
}

class Sneaky extends Zero implements Promise {
}
// guards: frames::java::lower::family::unfounded_functions
