/** Methods of one small number: every input can be tried, and what can fail at all is known. */
class Small {
    static class Shape {}
    static class Circle extends Shape {}
    static class Square extends Shape { int side = 1; }

    static int divide(byte x) { return 100 / (x * x - 49); }
    static int remainder(byte x) { return 7 % ((x & 31) - 32); }
    static int wrapped(byte x) { return 1 / (byte) (x + 100 + 28 - x % 2); }
    static int neverZero(byte x) { return 1 / (2 * x + 1); }
    static int shifted(byte x) { return 10 / (1 << x); }
    static int inside(byte x) { return new int[] {3, 1, 4, 1, 5, 9, 2, 6}[x & 7]; }
    static int outside(byte x) { return new int[] {3, 1, 4, 1, 5, 9, 2, 6}[(x >> 4) & -9]; }
    static int sized(byte x) { return new int[x / 2 + 63].length; }
    static int alwaysSized(byte x) { return new int[x + 128].length; }
    static int cast(byte x) {
        Shape shape = x % 5 == 3 ? new Circle() : new Square();
        return ((Square) shape).side;
    }
    static int checkedCast(byte x) {
        Shape shape = x % 5 == 3 ? new Circle() : new Square();
        return shape instanceof Square square ? square.side : 0;
    }
    static int maybeNull(byte x) {
        Square square = (x ^ 90) == 0 ? null : new Square();
        return square.side;
    }
    static int neverNull(byte x) {
        Square square = x * x == 3 ? null : new Square();
        return square.side;
    }
    static void stored(byte x) {
        Shape[] shapes = x > 126 ? new Circle[1] : new Shape[1];
        shapes[0] = new Square();
    }
    static int asserted(byte x) {
        int sum = 0;
        for (int i = 0; i < (x & 3); i++) {
            sum += x;
        }
        assert sum != -381;
        return sum;
    }
    static int holds(byte x) {
        int square = x * x;
        assert square >= 0 && square <= 16384 && square % 4 < 2;
        return square;
    }
    static void refused(byte x) {
        if (x % 16 == 15 && x > 100) {
            throw new IllegalArgumentException("too much");
        }
    }
    static int parsed(byte x) {
        String[] texts = {"12", "-7", "", "x"};
        return Integer.parseInt(texts[Math.abs(x) % 3]);
    }
    static int switched(byte x) {
        switch (x) {
            case -128: return 1;
            case 0: return 2;
            case 127: throw new IllegalStateException();
            default: return x > 126 ? 1 / 0 : 3;
        }
    }
    static int letters(byte x) {
        char letter = (char) x;
        return letter > 65_500 && Character.isLetter(letter) ? 1 / (letter - 'a') : 1 / (letter - 'b');
    }
}
