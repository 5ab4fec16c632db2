// run: explore --heap all
// safe: Sizes.clamped
class Sizes {
    static int[] make(int n) {
        if (n > 100) return null;
        return new int[n]; //~ NegativeArraySizeException
    }

    static int[] clamped(int n) {
        return new int[Math.max(0, Math.min(n, 10))];
    }
}
