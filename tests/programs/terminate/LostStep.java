// method: LostStep.climb
// A large number plus a tenth is the same number.
// expect java: diverges
// expect unbounded: diverges
class LostStep {
    static float climb(float f) {
        while (f < 1) f += 0.1f;
        return f;
    }
}
