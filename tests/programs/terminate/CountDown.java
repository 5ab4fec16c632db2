// method: CountDown.run
// expect java: terminates
// expect unbounded: terminates
class CountDown {
    static int run(int n) {
        int steps = 0;
        while (n > 0) {
            n--;
            steps++;
        }
        return steps;
    }
}
