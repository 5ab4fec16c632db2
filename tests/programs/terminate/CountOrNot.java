// The call counts only if there is something to count.
// method: CountOrNot.main
// expect java: diverges
// expect unbounded: diverges
class CountOrNot {
    static int count;

    static void bump(int n) {
        if (n <= 0) return;
        count++;
        bump(n - 1);
    }

    public static void main(String[] args) {
        while (count < 10) bump(args.length);
    }
}
