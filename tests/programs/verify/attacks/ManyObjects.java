/** Permission to what many objects own. */
class ManyObjects {
    int value;
    ManyObjects next;

    //@ predicate cell() = acc(value) && value >= 0;

    //@ given set<ManyObjects> s;
    //@ requires forall ManyObjects o; o in s ==> acc(o.value);
    //@ requires x in s && y in s && x != y;
    //@ ensures forall ManyObjects o; o in s ==> acc(o.value);
    //@ ensures x.value == 1 && y.value == old(y.value);
    static void one(ManyObjects x, ManyObjects y) {
        x.value = 1;
    }

    //@ given set<ManyObjects> s;
    //@ requires forall ManyObjects o; o in s ==> acc(o.value);
    //@ requires x in s && y in s;
    //@ ensures forall ManyObjects o; o in s ==> acc(o.value);
    //@ ensures y.value == old(y.value); //~ postcondition.violated:assertion.false
    static void other(ManyObjects x, ManyObjects y) {
        x.value = 1;
    }

    //@ given set<ManyObjects> s;
    //@ requires forall ManyObjects o; o in s ==> acc(o.value);
    static void outside(ManyObjects x) {
        x.value = 1; //~ assignment.failed:insufficient.permission
        //~^ assignment.failed:receiver.null
    }

    //@ requires acc(a[..], 1/2);
    //@ requires forall int i, int j; 0 <= i && i < j && j < a.length ==> a[i] != a[j];
    //@ requires forall int i; 0 <= i && i < a.length ==> acc(a[i].value);
    //@ ensures acc(a[..], 1/2);
    //@ ensures a[..] == old(a[..]);
    //@ ensures forall int i; 0 <= i && i < a.length ==> acc(a[i].value);
    //@ ensures forall int i; 0 <= i && i < a.length ==> a[i].value == 0;
    static void clear(ManyObjects[] a) {
        int n = 0;
        while (n < a.length) {
            //@ invariant 0 <= n && n <= a.length && acc(a[..], 1/2) && a[..] == old(a[..]);
            //@ invariant forall int i; 0 <= i && i < a.length ==> acc(a[i].value);
            //@ invariant forall int i; 0 <= i && i < n ==> a[i].value == 0;
            a[n].value = 0;
            n++;
        }
    }

    //@ requires acc(a[..], 1/2);
    //@ requires forall int i; 0 <= i && i < a.length ==> acc(a[i].value); //~ not.wellformed:qp.not.injective
    //@ ensures acc(a[..], 1/2);
    static void mayBeTheSame(ManyObjects[] a) {
    }

    //@ given set<ManyObjects> s;
    //@ requires forall ManyObjects o; o in s ==> o.cell();
    //@ requires x in s;
    //@ ensures forall ManyObjects o; o in s ==> o.cell();
    //@ ensures false; //~ postcondition.violated:assertion.false
    static void cells(ManyObjects x) {
        //@ open x.cell();
        x.value = 3;
        //@ close x.cell();
    }
}
