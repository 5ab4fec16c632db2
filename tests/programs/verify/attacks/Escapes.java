/** A comment that ends earlier than it looks. */
class Escapes {
    //@ ensures result == 1;
    static int hidden() {
        int x = 1;
        // nothing \u000a x = 2; //~ unsupported-java
        return x;
    }
}
