// method: SwapForever.run
// expect java: diverges
// expect unbounded: diverges
class SwapForever {
    static void run(int a, int b) {
        while (a != b) {
            int t = a;
            a = b;
            b = t;
        }
    }
}
