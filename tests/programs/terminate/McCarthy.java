// The argument of the outer call is the result of the inner one, which is above what went in, less ten.
// method: McCarthy.f
// expect java: terminates
// expect unbounded: terminates
class McCarthy {
    static int f(int n) {
        if (n > 100) return n - 10;
        return f(f(n + 11));
    }
}
