// run: explore
// safe: Recursions.bounded
class Recursions {
    static int endless(int x) {
        return endless(x + 1) + 1; //~ StackOverflowError
    }

    static int bounded(int x) {
        return x < 0 || x > 2 ? 0 : 1 + bounded(x - 1);
    }
}
