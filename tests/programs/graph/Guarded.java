// Refining the interval, not splitting, shows that the division is safe [Otto15, §1.4.1].
// graph: Guarded.f
// loops: 0
// throws: nothing
// verdict: terminates
class Guarded {
    static int f(int b, int x) {
        int a = 0;
        if (x > 0) {
            a = b / x;
        }
        return a;
    }
}
