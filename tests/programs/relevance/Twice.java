// unknown: Twice.variable(int)
/** Of two values on one line one does not matter: class files do not tell which, and nothing is said to be all relevant. */
class Twice {
    static int variable(int number) {
        int twice = number * 2; twice = 3;
        return twice;
    }

    static int used(int number) {
        int twice = number * 2; twice = twice + 3;
        return twice;
    }
}
