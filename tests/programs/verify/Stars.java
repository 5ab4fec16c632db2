/** The separating conjunction written as the paper writes it, beside products. */
class Stars {
    int left;
    int right;
    Stars next;

    /*@
      predicate pair() = acc(left) * acc(right);
      static predicate chain(Stars s) = s != null ==> acc(s.next) * chain(s.next);
    @*/

    //@ requires a != null * acc(a.left) * b != null * acc(b.left);
    //@ ensures acc(a.left) * acc(b.left) * a.left == old(b.left) * b.left == old(a.left);
    static void swap(Stars a, Stars b) {
        int kept = a.left;
        a.left = b.left;
        b.left = kept;
    }

    //@ requires 0 <= n * n <= 1000;
    //@ ensures result == n * n;
    static int square(int n) {
        return n * n;
    }

    //@ requires chain(s) * 0 <= n * n < 10;
    //@ ensures chain(s) * result == n + 1;
    static int beside(Stars s, int n) {
        return n + 1;
    }

    //@ requires pair() * acc(next);
    //@ ensures pair() * acc(next) * next == null;
    void forget() {
        next = null;
    }

    //@ requires acc(a.left) * acc(b.left);
    //@ ensures acc(a.left);
    static void twice(Stars a, Stars b) {
        //@ assert a != b;
    }

    //@ requires acc(a.left);
    //@ ensures acc(a.left) * acc(a.left); //~ postcondition.violated:insufficient.permission
    static void duplicated(Stars a) {
    }
}
