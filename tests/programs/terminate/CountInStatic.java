// The call comes back with nothing, but has counted.
// method: CountInStatic.main
// expect java: unknown
// expect unbounded: terminates
class CountInStatic {
    static int count;

    static void bump(int n) {
        if (n <= 0) return;
        count++;
        bump(n - 1);
    }

    public static void main(String[] args) {
        while (count < 10) bump(2);
    }
}
