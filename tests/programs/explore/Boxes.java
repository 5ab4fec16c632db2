// run: explore
// safe: Boxes.safeSum
class Boxes {
    static int half(Integer x, int y) {
        if (x == null) return 0;
        return x / y; //~ ArithmeticException
    }

    static int unbox(Integer[] all) {
        if (all == null || all.length < 1) return 0;
        return all[0]; //~ NullPointerException
    }

    static long safeSum(Integer a, Integer b) {
        if (a == null || b == null) return 0;
        return (long) a + b;
    }
}
