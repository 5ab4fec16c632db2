// The thesis' first graph [Otto15, Ex. 1.5]: one loop, one way out.
// graph: Count.count unbounded
// loops: 1
// throws: nothing
// verdict: terminates
class Count {
    static void count(int a) {
        while (a >= 0) a--;
    }
}
