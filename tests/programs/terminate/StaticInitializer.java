// method: StaticInitializer.main
// The class is initialised before its main runs.
// expect java: diverges
// expect unbounded: diverges
class StaticInitializer {
    static int steps;

    static {
        while (steps >= 0) {
            steps = 1 - steps;
        }
    }

    public static void main(String[] args) {
    }
}
