// run: explore
// safe: Boxes.safeSum Boxes.greater
// unknown: Boxes.max
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

    static <T extends Comparable<T>> T max(T a, T b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    static int greater(int a, int b) {
        int max = max(a, b);
        assert max >= a && max >= b;
        return max;
    }

    static int anything(Object o) {
        if (o instanceof Long l && l == 5) return 1 / (int) (l - 5); //~ ArithmeticException
        return 0;
    }

    static int number(Number n) {
        return n == null ? 0 : (Integer) n; //~ ClassCastException
    }
}
