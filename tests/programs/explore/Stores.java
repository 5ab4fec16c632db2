// run: explore --heap all
// safe: Stores.exact
class Stores {
    static class Base {}
    static class Derived extends Base {}

    static void put(Base[] all, Base one) {
        if (all == null || all.length == 0) return;
        all[0] = one; //~ ArrayStoreException
    }

    static void exact() {
        Base[] all = new Base[1];
        all[0] = new Derived();
    }

    static void covariant() {
        Base[] all = new Derived[1];
        all[0] = new Base(); //~ ArrayStoreException
    }
}
