// method: OddLimit.halve
// Even numbers wrap around without ever being the greatest one, which is odd.
// expect java: diverges
// expect unbounded: terminates
class OddLimit {
    static int halve(int n) {
        int steps = 0;
        for (int i = 0; i < n; i += 2) steps++;
        return steps;
    }
}
