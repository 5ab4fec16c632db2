// method: NestedLoops.run
// expect java: terminates
// expect unbounded: terminates
class NestedLoops {
    static int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                sum++;
            }
        }
        return sum;
    }
}
