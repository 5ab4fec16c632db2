// Recursion on a number [Otto15, Ex. 3.1]: one loop, through the call.
// graph: Factorial.fs unbounded
// loops: 1
// throws: nothing
// verdict: terminates
class Factorial {
    static int fs(int n) {
        if (n <= 1) return 1;
        return n * fs(n - 1);
    }
}
