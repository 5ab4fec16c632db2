// Two methods that call each other; each takes a part away.
// method: ByTurns.run
// expect java: terminates
// expect unbounded: terminates
class ByTurns {
    static int even(int n) {
        return n <= 0 ? 0 : odd(n - 1);
    }

    static int odd(int n) {
        return n <= 0 ? 0 : 1 + even(n - 1);
    }

    static void run(int n) {
        while (n > 0) n = even(n);
    }
}
