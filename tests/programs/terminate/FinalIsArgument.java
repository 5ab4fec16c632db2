// A constant object may be handed back as an argument, or be what an argument leads to.
// method: FinalIsArgument.step
// expect java: unknown
// expect unbounded: unknown
class FinalIsArgument {
    static final FinalIsArgument END = new FinalIsArgument();
    FinalIsArgument next;

    static void step(FinalIsArgument a) {
        while (a.next == END) {
        }
    }
}
