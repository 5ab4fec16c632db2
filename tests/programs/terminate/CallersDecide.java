// Nothing here implements the interface: whether it stops is up to the caller.
// method: CallersDecide.run
// expect java: unknown
// expect unbounded: unknown
class CallersDecide {
    interface Condition {
        boolean holds();
    }

    static void run(Condition condition) {
        while (condition.holds()) {
        }
    }
}
