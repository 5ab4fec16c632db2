/** A list without a single `open` or `close`: each is put in where only one choice makes the next step succeed. */
class Chain {
    int value;
    Chain next;

    /*@
      predicate list() = acc(value) && acc(next) && (next != null ==> next.list());

      pure seq<int> contents()
          requires list();
          ensures result.length >= 1;
          = opening list() in (next == null ? seq(value) : seq(value) + next.contents());
    @*/

    //@ ensures list() && contents() == seq(v); //~ inferred: close Chain.list(this)
    Chain(int v) {
        value = v;
    }

    //@ requires list();
    //@ ensures list() && contents() == old(contents()) + seq(v); //~ inferred: close Chain.list(this)
    void append(int v) {
        if (next == null) { //~ inferred: open Chain.list(this)
            next = new Chain(v);
        } else {
            next.append(v);
        }
    }

    //@ requires list();
    //@ ensures list() && contents() == old(contents()) && result == contents()[0]; //~ inferred: close Chain.list(this)
    int first() {
        return value; //~ inferred: open Chain.list(this)
    }

    //@ requires list();
    //@ ensures list() && contents().length == old(contents().length) && contents()[0] == v; //~ inferred: close Chain.list(this)
    void set(int v) {
        value = v; //~ inferred: open Chain.list(this)
    }
}
