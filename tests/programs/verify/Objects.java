/** Objects: null, aliases, constructors, static and final fields. */
class Objects {
    static int total;
    static final int LIMIT = 10;
    final int size;
    int used;
    Objects next;

    //@ requires 0 <= size;
    //@ ensures acc(used) && acc(next) && this.size == size && used == 0 && next == null;
    Objects(int size) {
        this.size = size;
    }

    //@ requires acc(used);
    //@ ensures acc(used) && used == old(used);
    void keeps() {
        int before = size;
        //@ assert before == size;
    }

    static int nullField(Objects o) {
        return o.used; //~ assignment.failed:receiver.null
    }                  //~^ assignment.failed:insufficient.permission

    static int nullLength(int[] a) {
        return a.length; //~ assignment.failed:receiver.null
    }

    static int finalOfNull(Objects o) {
        return o.size; //~ assignment.failed:receiver.null
    }

    //@ requires acc(total) && total < LIMIT;
    //@ ensures acc(total) && total == old(total) + 1;
    static void count() {
        total++;
    }

    static void countsWithoutPermission() {
        total = 0; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(a.used) && acc(b.used);
    //@ ensures acc(a.used) && acc(b.used) && a != b;
    static void notAliases(Objects a, Objects b) {
    }

    //@ requires a != null && b != null && acc(a.used);
    //@ ensures acc(a.used) && a.used == old(a.used);
    static void maybeAliases(Objects a, Objects b) {
        if (a == b) {
            int kept = b.used;
            b.used = 0;
            a.used = kept;
        }
    }

    static void fresh() {
        Objects a = new Objects(1);
        Objects b = new Objects(2);
        //@ assert a != b && a.size == 1 && b.size == 2 && a.used == 0;
        a.used = 5;
        //@ assert b.used == 0;
        //@ assert a.used == 0; //~ assert.failed:assertion.false
    }

    static void precondition() {
        Objects a = new Objects(-1); //~ call.precondition:assertion.false
    }
}
