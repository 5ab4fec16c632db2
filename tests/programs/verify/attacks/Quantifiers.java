/** What holds for all objects there are does not hold for those made later. */
class Quantifiers {
    final int k;

    //@ ensures k == x;
    Quantifiers(int x) {
        k = x;
    }

    //@ requires forall Quantifiers o; o != null ==> o.k == 1; //~ unbounded-quantifier
    //@ ensures result == 5;
    static int all() {
        Quantifiers q = new Quantifiers(2);
        return 1;
    }

    //@ requires forall int[] a; a != null ==> a.length < 3; //~ unbounded-quantifier
    //@ ensures result == 5;
    static int arrays() {
        int[] a = new int[4];
        return 1;
    }

    //@ requires !(exists Object o; o instanceof Quantifiers); //~ unbounded-quantifier
    //@ ensures result == 5;
    static int none() {
        Quantifiers q = new Quantifiers(2);
        return 1;
    }

    //@ requires forall Quantifiers o; o in set(o) ==> o.k == 1; //~ unbounded-quantifier
    //@ ensures result == 5;
    static int itself() {
        return 1;
    }

    //@ requires forall set<Quantifiers> s; s.length < 2; //~ unbounded-quantifier
    //@ ensures result == 5;
    static int sets() {
        return 1;
    }

    //@ given set<Quantifiers> s;
    //@ requires forall Quantifiers o; o in s ==> o != null && o.k == 1;
    //@ requires s.contains(q);
    //@ ensures result == 2; //~ postcondition.violated:assertion.false
    static int members(Quantifiers q) {
        Quantifiers other = new Quantifiers(2);
        return q.k;
    }

    //@ given set<Quantifiers> s;
    //@ requires forall Quantifiers o; o in s ==> o != null && o.k == 1;
    //@ requires s.contains(q);
    //@ ensures result == 1;
    static int member(Quantifiers q) {
        return q.k;
    }
}
