// Math: exact arithmetic, floor division, rounding, random helpers.
class MathExact {
    static void attempt(Runnable r) { try { r.run(); } catch (ArithmeticException e) { System.out.println(e.getMessage()); } }
    public static void main(String[] args) {
        attempt(() -> System.out.println(Math.addExact(Integer.MAX_VALUE, 1)));
        attempt(() -> System.out.println(Math.multiplyExact(1L << 40, 1L << 40)));
        attempt(() -> System.out.println(Math.toIntExact(1L << 40)));
        attempt(() -> System.out.println(Math.negateExact(Integer.MIN_VALUE)));
        attempt(() -> System.out.println(Math.subtractExact(5, 3) + Math.incrementExact(1)));
        attempt(() -> System.out.println(Math.floorDiv(1, 0)));
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.floorMod(7, -3) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.max(-0.0, 0.0));
        System.out.println(Math.round(0.49999999999999994) + " " + Math.round(-0.5) + " " + Math.round(Double.MAX_VALUE) + " " + Math.round(Float.NaN) + " " + Math.rint(-1.5));
        System.out.println(Math.multiplyHigh(1L << 62, 8) + " " + Math.fma(2.0, 3.0, 1.0) + " " + Math.nextUp(1.0) + " " + Math.scalb(1.5, 4) + " " + Math.getExponent(1024.5) + " " + Math.copySign(1, -2.0));
        System.out.println(Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.IEEEremainder(5, 3));
    }
}
