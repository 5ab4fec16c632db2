/** Arithmetic on machine integers and nothing else: what the engine costs beside the solver. */
public class Integers {
    /** Days since the first of March of year 0, from year, month and day. */
    static int days(int year, int month, int day) {
        if (month < 1 || month > 12 || day < 1 || day > 31) {
            throw new IllegalArgumentException("no such day");
        }
        int shifted = (month + 9) % 12;
        int years = year - shifted / 10;
        return 365 * years + years / 4 - years / 100 + years / 400 + (shifted * 306 + 5) / 10 + day - 1;
    }

    static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    static int squareRoot(int n) {
        int low = 0;
        int high = 46340;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (middle * middle <= n) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    static int collatz(int n) {
        int steps = 0;
        while (n > 1 && steps < 8) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static int bits(int x) {
        x = x - ((x >>> 1) & 0x55555555);
        x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
        x = (x + (x >>> 4)) & 0x0f0f0f0f;
        int count = (x * 0x01010101) >>> 24;
        assert count >= 0 && count <= 32;
        return count;
    }

    static int power(int base, int exponent) {
        int result = 1;
        while (exponent > 0) {
            if ((exponent & 1) == 1) {
                result *= base;
            }
            base *= base;
            exponent >>= 1;
        }
        return result;
    }

    static int triangle(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0 || a > 10_000 || b > 10_000 || c > 10_000) {
            return 0;
        }
        if (a + b <= c || b + c <= a || a + c <= b) {
            return 0;
        }
        if (a == b && b == c) {
            return 3;
        }
        if (a == b || b == c || a == c) {
            return 2;
        }
        return a * a + b * b == c * c || b * b + c * c == a * a || a * a + c * c == b * b ? 4 : 1;
    }

    static int average(int a, int b) {
        int middle = (a & b) + ((a ^ b) >> 1);
        assert a <= b ? a <= middle && middle <= b : b <= middle && middle <= a;
        return middle;
    }

    static long mix(long x) {
        x ^= x >>> 33;
        x *= 0xff51afd7ed558ccdL;
        x ^= x >>> 33;
        if (x == 42) {
            throw new IllegalStateException("found");
        }
        return x;
    }
}
