/** Wrong contracts, one per method: running each method shows that its contract is wrong. */
class Wrong {
    int value;
    int other;
    int[] items;
    Wrong next;

    /*@
      predicate list() = acc(value) && acc(next) && (next != null ==> next.list());

      pure int length()
          requires list();
          = opening list() in (next == null ? 1 : 1 + next.length());
    @*/

    //@ requires acc(value);
    //@ ensures acc(value) && value == old(value) + 1;
    void forgetsOverflow() {
        value = value + 2;
    }

    //@ requires acc(value);
    //@ ensures acc(value);
    void writesWithoutPermission() {
        other = value + 1;
    }

    //@ requires acc(value, 1/2);
    //@ ensures acc(value, 1/2);
    void writesWithAShare() {
        value = value + 1;
    }

    //@ requires acc(value);
    //@ ensures acc(value) && acc(other);
    void givesBackMore() {
    }

    //@ requires list();
    //@ ensures list() && length() == old(length());
    void cutsTheList() {
        next = null;
    }

    //@ requires acc(a[..]);
    //@ ensures acc(a[..]) && (forall int i; 0 <= i && i < a.length ==> a[i] == 0);
    static void offByOne(int[] a) {
        for (int i = 1; i < a.length; i++) {
            a[i] = 0;
        }
    }

    //@ ensures result >= 0;
    static int absolute(int x) {
        return x < 0 ? -x : x == 3 ? -1 : x;
    }

    static int throwsUndeclared(int x) {
        return 10 / x;
    }

    //@ pure
    //@ requires acc(value, _);
    //@ ensures result == value + 1;
    int pureButWrong() {
        return value;
    }

    //@ ensures acc(value) && value == 2;
    //@ ensures acc(other) && acc(items) && acc(next);
    Wrong() {
        value = 1;
    }

    //@ requires a != null && b != null && acc(a.value) && acc(b.value, 1/2);
    //@ ensures acc(a.value) && acc(b.value, 1/2);
    //@ ensures untouched(acc(a.value));
    static void touches(Wrong a, Wrong b) {
        a.value = b.value;
    }

    //@ requires list();
    //@ ensures list() && (exists int i; 0 <= i && i < 3 && i == result);
    int outsideTheRange() {
        return 7;
    }

    static int invariantWrong(int n) {
        int i = 0;
        //@ invariant i < 3;
        while (i < 5) {
            i++;
        }
        return n;
    }

    //@ requires acc(value);
    //@ ensures acc(value);
    void invariantOwnsTooMuch() {
        int i = 0;
        //@ invariant acc(value) && acc(other) && 0 <= i;
        while (i < 2) {
            i++;
        }
    }

    static void measureStandsStill() {
        int i = 0;
        //@ invariant i <= 2;
        //@ decreases 2;
        while (i < 2) {
            i++;
        }
    }

    static void assertsTooMuch(int n) {
        //@ assert n != 4;
    }

    //@ requires acc(value) && acc(next) && next != null && next.list();
    //@ ensures acc(value) && acc(next);
    void closesWhatIsNotThere() {
        next = this;
        //@ close list();
        //@ open list();
    }

    //@ requires acc(value);
    //@ ensures acc(value);
    void callsWithoutPermission() {
        cutsTheList();
    }
}
