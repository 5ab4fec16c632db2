// The constructor lets no step through that is not positive.
// method: CheckedStep.walk
// expect java: unknown
// expect unbounded: unknown
class CheckedStep {
    private final int width;

    CheckedStep(int width) {
        if (width <= 0) throw new IllegalArgumentException();
        this.width = width;
    }

    static void walk(CheckedStep step, int left) {
        while (left > 0) left -= step.width;
    }
}
