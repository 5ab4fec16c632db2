// method: BoxedForever.run
// The cache of boxes is filled first, in a loop that ends.
// expect java: diverges
// expect unbounded: diverges
class BoxedForever {
    static int run() {
        Integer limit = 5;
        int n = 0;
        while (limit > 0) n++;
        return n;
    }
}
