// Boxing: caches, equality, unboxing of null, mixed arithmetic, ternary promotion.
class Boxes {
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c == 128));
        Long l = 127L;
        System.out.println(l.equals(127) + " " + l.equals(127L) + " " + (l == 127));
        Object o = true ? 1 : "s";
        Object t = true ? 1 : 2.0;
        System.out.println(o + " " + t + " " + o.getClass() + t.getClass());
        Integer n = null;
        try { int x = n; } catch (NullPointerException e) { System.out.println("npe"); }
        Character ch = 'a';
        ch++;
        System.out.println(ch + " " + (ch + 1) + " " + Character.isLetter(ch) + Character.getNumericValue('7') + Character.toUpperCase(ch));
        Boolean z = Boolean.parseBoolean("TRUE");
        System.out.println(z & true);
        System.out.println(Integer.valueOf(5).hashCode() + " " + Long.valueOf(1L << 33).hashCode() + " " + Double.valueOf(1.5).hashCode() + " " + Boolean.TRUE.hashCode() + " " + "s".hashCode() + " " + Float.hashCode(1f) + Character.valueOf('c').hashCode());
        System.out.println(Integer.MAX_VALUE + Integer.MIN_VALUE + " " + Byte.MIN_VALUE + Short.MAX_VALUE + " " + (int) Character.MAX_VALUE);
        System.out.println(Integer.compare(1, 2) + Integer.signum(-5) + " " + Double.compare(0.0, -0.0) + Double.valueOf(0.0).equals(-0.0) + Double.valueOf(Double.NaN).equals(Double.NaN));
        short s = 1; s += 1; byte by = (byte) (s << 7);
        System.out.println(s + " " + by + " " + (char) (by + 200));
        Number[] ns = {1, 2L, 3.5f, 4.5};
        double sum = 0; for (Number x : ns) sum += x.doubleValue();
        System.out.println(sum);
    }
}
