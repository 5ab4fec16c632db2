// Mutual recursion.
// graph: EvenOdd.even unbounded
// loops: 1
// throws: nothing
// verdict: terminates
class EvenOdd {
    static boolean even(int n) {
        return n <= 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n > 0 && even(n - 1);
    }
}
// guards: graph::build::abstract_call
