// The call comes back only for numbers that are not positive; for others it is entered again and again.
// method: AfterNoReturn.run
// expect java: diverges
// expect unbounded: diverges
class AfterNoReturn {
    static int wait(int n) {
        if (n <= 0) return 0;
        return wait(n) + 1;
    }

    static void run(int n) {
        int x = wait(n);
        while (x != 0) x++;
    }
}
