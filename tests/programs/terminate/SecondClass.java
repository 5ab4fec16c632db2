// method: SecondClass.run
// The second class that implements the parameter's type is the one that stays where it is.
// expect java: diverges
// expect unbounded: diverges
class SecondClass {
    interface Step {
        int next(int n);
    }

    static class Down implements Step {
        public int next(int n) {
            return n - 1;
        }
    }

    static class Stay implements Step {
        public int next(int n) {
            return n;
        }
    }

    static int run(Step step, int n) {
        while (n > 0) n = step.next(n);
        return n;
    }
}
