// method: SizeChange.run
// expect java: terminates
// expect unbounded: terminates
// No linear function of x and y decreases on both ways; on every way around one of them does.
class SizeChange {
    static void run(int x, int y, boolean[] ways) {
        while (x > 0 && y > 0) {
            if (ways[0]) {
                y = x;
                x = x - 1;
            } else {
                int old = x;
                x = y - 2;
                y = old + 1;
            }
        }
    }
}
