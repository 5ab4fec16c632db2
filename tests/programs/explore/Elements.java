// run: explore --heap all
// safe: Elements.first Elements.asked Elements.later Elements.twice
class Elements {
    static class Base {}
    static class Derived extends Base {}

    /** The class of the array is asked for first. */
    static void first(Base[] all) {
        if (all instanceof Derived[] && all.length > 0 && all[0] != null) {
            assert all[0] instanceof Derived;
        }
    }

    /** The class of the element is asked for first. */
    static void asked(Base[] all) {
        if (all == null || all.length == 0 || all[0] == null || all[0] instanceof Derived) return;
        assert !(all instanceof Derived[]);
    }

    /** The element is an object that was there before. */
    static void later(Base one, Base[] all) {
        if (one == null || one instanceof Derived) return;
        if (all instanceof Derived[] && all.length > 0) {
            assert all[0] != one;
        }
    }

    /** Two elements, one read before the array's class is known and one after. */
    static void twice(Base[] all, int i) {
        if (all == null || all.length < 2 || i < 0 || i > 1) return;
        Base before = all[i];
        if (!(all instanceof Derived[])) return;
        Base after = all[1 - i];
        assert before == null || before instanceof Derived;
        assert after == null || after instanceof Derived;
    }

    /** Of an array as it is declared nothing follows. */
    static void plain(Base[] all) {
        if (all != null && all.length > 0 && all[0] != null && !(all instanceof Derived[])) {
            assert all[0] instanceof Derived; //~ AssertionError
        }
    }

    /** What is stored need not be what came in. */
    static void stored(Base[] all, Base one) {
        if (all == null || all.length == 0 || all instanceof Derived[]) return;
        all[0] = one;
        assert !(all[0] instanceof Derived); //~ AssertionError
    }
}
