// method: Negate.run
// The least number is its own negation in Java.
// expect java: diverges
// expect unbounded: terminates
class Negate {
    static void run(int n) {
        while (n < 0) {
            n = -n;
        }
    }
}
