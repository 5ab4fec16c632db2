// Arithmetic and loops: three-address code, no stack left.
class Loops {
    static int sum(int[] values) {
        int total = 0;
        for (int i = 0; i < values.length; i++) {
            total += values[i];
        }
        return total;
    }

    static int postIncrement(int x) {
        return x++ + ++x;
    }

    static long gcd(long a, long b) {
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    static boolean nan(double x, float y) {
        return x > 0.5 || !(y <= 1f);
    }

    static int choose(int x) {
        return x > 0 ? x * 2 : -x;
    }
}
