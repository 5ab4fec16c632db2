// method: HalveReal.run
// Half of infinity is infinity.
// expect java: diverges
// expect unbounded: diverges
class HalveReal {
    static double run(double x) {
        while (x > 0) x /= 2;
        return x;
    }
}
