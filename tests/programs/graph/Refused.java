// graph: Refused.store
// leaves: ArrayStoreException@10
/** An array that is handed in may be of a more special class than it is declared; one made here is not. */
class Refused {
    static int store(Number[] given, Integer box) {
        Number[] own = new Number[3];
        own[1] = box;
        Number[] copy = own.clone();
        copy[0] = box;
        if (given != null && given.length > 0) given[0] = box;
        return copy.length;
    }
}
// verdict: terminates
