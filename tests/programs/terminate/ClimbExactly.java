// `addExact` gives a greater number or throws, which ends it. That the sum is defined by one edge and compared by the next is not seen yet.
// method: ClimbExactly.run
// expect java: unknown
// expect unbounded: unknown
class ClimbExactly {
    static void run(int i) {
        while (true) {
            i = Math.addExact(i, 1);
        }
    }
}
