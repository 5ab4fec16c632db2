// method: NotZero.run
// From a negative number Java comes to zero by way of the greatest.
// expect java: terminates
// expect unbounded: diverges
class NotZero {
    static void run(int n) {
        while (n != 0) n--;
    }
}
