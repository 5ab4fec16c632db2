// args: --method Setter.run --relevant return
// Ex. 4.15: nobody asks `set` for its answer.
class Setter {
    Object f;

    static Setter run(Object a) {
        Setter t = new Setter();
        t.set(a);
        return t;
    }

    private boolean set(Object x) {
        Object old = this.f;                    //~ irrelevant
        this.f = x;
        return x != old;                        //~ irrelevant
    }
}
// guards: relevance::mark::calls_of
