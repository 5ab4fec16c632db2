// What comes back is less than what went in, except for one number.
// method: LessButThree.run
// expect java: diverges
// expect unbounded: diverges
class LessButThree {
    static int less(int n, int depth) {
        if (depth > 0) return less(n, depth - 1);
        return n == 3 ? 3 : n - 1;
    }

    static void run(int n) {
        while (n > 0) n = less(n, 2);
    }
}
