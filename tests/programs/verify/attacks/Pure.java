/** Pure methods that would make anything true. */
class Pure {
    int value;
    Pure next;

    /*@
      predicate cell() = acc(value);
      predicate list() = acc(value) && acc(next) && (next != null ==> next.list());

      pure int more()
          requires cell();
          = opening cell() in more() + 1; //~ application.precondition:insufficient.permission

      pure int half()
          requires acc(cell(), 1/2);
          = opening acc(cell(), 1/4) in half() + 1; //~ application.precondition:insufficient.permission

      pure int again()
          requires list();
          = opening list() in (next == null ? 0 : again() + 1); //~ application.precondition:insufficient.permission

      pure static int twins(Pure x, Pure y)
          requires acc(x.cell(), 1/2) && acc(y.cell(), 1/2);
          = x == y ? (opening acc(x.cell(), 1/2) in twins(x, y)) + 1 : 0; //~ application.precondition:insufficient.permission

      pure static int dropped(Pure x, Pure y)
          requires x != null && y != null && acc(x.value, 1/2) && acc(y.value, 1/2);
          = x == y ? (dropping x.value in dropped(x, y)) + 1 : 0; //~ application.precondition:insufficient.permission

      pure static int afterwards(Pure x) //~ pure-recursion
          requires x.cell();
          = (opening x.cell() in 0) + afterwards(x) + 1;

      pure static int up(int n) //~ function.not.wellformed:termination.measure
          decreases n;
          = n > 0 ? up(n + 1) + 1 : 0;

      pure static int below(int n) //~ function.not.wellformed:termination.measure
          decreases n;
          = below(n - 1) + 1;

      pure static int ping(int n) //~ function.not.wellformed:termination.measure
          decreases n;
          = n > 0 ? pong(n) + 1 : 0;

      pure static int pong(int n) //~ function.not.wellformed:termination.measure
          decreases n;
          = n > 0 ? ping(n) + 1 : 0;

      pure static int onlyOne(int n)
          decreases n;
          = n > 0 ? other(n) + 1 : 0; //~ unusable-contract

      pure static int other(int n) //~ pure-recursion
          = onlyOne(n) + 1; //~ unusable-contract

      pure static boolean paradox(int n) //~ function.not.wellformed:termination.measure
          decreases n;
          = !paradox(n);

      pure static int promised(int n)
          ensures result > n; //~ postcondition.violated:assertion.false
          decreases n;
          = n > 0 ? promised(n - 1) : 0;

      pure int readsAnother() //~ function.not.wellformed:insufficient.permission
          requires acc(value);
          = next.value;

      pure static int divides(int n) //~ function.not.wellformed:division.by.zero
          = 10 / n;

      pure int nullable()
          requires acc(next, _);
          = next.hashed(); //~ application.precondition:assertion.false

      pure int hashed()
          = 1;

      pure static int lexicographic(int a, int b) //~ function.not.wellformed:termination.measure
          decreases a, b;
          = a > 0 ? lexicographic(a - 1, b + 1) : b > 0 ? lexicographic(a, b) : 0;

      pure static int inQuantifier(int n) //~ pure-recursion
          = (forall int i; i < n ==> inQuantifier(i) > 0) ? 1 : 0;

      pure static int inPrecondition(int n) //~ pure-recursion
          requires inPrecondition(n) > 0;
          = 1;

      pure static int inPostcondition(int n) //~ pure-recursion
          ensures result == inPostcondition(n) + 1;
          = 1;
    @*/

    //@ requires acc(value) && acc(next) && next != null && next.cell();
    //@ ensures acc(value) && acc(next) && next.cell() && next.look() == 4; //~ postcondition.violated:assertion.false
    void unframed() {
        value = 4;
    }

    /*@
      pure int look()
          requires cell();
          = opening cell() in value;
    @*/

    //@ requires cell();
    //@ ensures cell() && look() == old(look()); //~ postcondition.violated:assertion.false
    void changesWhatIsLookedAt() {
        //@ open cell();
        value = value == 0 ? 1 : 0;
        //@ close cell();
    }

    //@ pure
    //@ requires acc(value, _);
    //@ ensures result == value;
    int sideEffect() {
        return value++; //~ impure-contract
    }

    //@ pure
    //@ requires acc(value, _);
    int getsTooMuch() {
        return value + 1;
    }

    //@ requires acc(value) && value == 1;
    //@ ensures acc(value) && result == 1; //~ postcondition.violated:assertion.false
    int usesIt() {
        return getsTooMuch();
    }

    //@ requires list();
    //@ ensures list() && size() == 0; //~ postcondition.violated:assertion.false
    void sizeOfNothing() {
    }

    /*@
      pure int size()
          requires list();
          = opening list() in 1 + (next == null ? 0 : next.size());
    @*/
}
