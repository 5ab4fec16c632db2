// method: Slow.main
// A proof would take long; the loops are independent of each other.
// expect java: terminates
// expect unbounded: terminates
class Slow {
    public static void main(String[] args) {
        int n = args.length;
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                for (int c = 0; c < b; c++) {
                    for (int d = c; d > 0; d--) {
                    }
                }
            }
        }
    }
}
