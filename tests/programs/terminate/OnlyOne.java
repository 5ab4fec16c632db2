// There is no other object of the class than this one.
// method: OnlyOne.wait
// expect java: unknown
// expect unbounded: unknown
class OnlyOne {
    static final OnlyOne ONE = new OnlyOne();

    private OnlyOne() {}

    static void wait(OnlyOne one) {
        while (one != null && one != ONE) {
        }
    }
}
