// Any step goes, also none.
// method: UncheckedStep.walk
// expect java: diverges
// expect unbounded: diverges
record UncheckedStep(int width) {
    static void walk(UncheckedStep step, int left) {
        while (left >= 0) left -= step.width;
    }
}
