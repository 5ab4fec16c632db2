// A link whose successor is given to its constructor, once and for all, leads to no ring.
// method: FinalChain.length
// expect java: unknown
// expect unbounded: unknown
class FinalChain {
    final FinalChain rest;

    FinalChain(FinalChain rest) {
        this.rest = rest;
    }

    static int length(FinalChain chain) {
        int length = 0;
        for (; chain != null; chain = chain.rest) length++;
        return length;
    }
}
