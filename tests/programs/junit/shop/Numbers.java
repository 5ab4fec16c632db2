package shop;
public class Numbers {
    public static double half(double d) { if (d != d) return d; if (d == 0 && 1 / d < 0) return -0.0; return d > 1e300 ? Double.POSITIVE_INFINITY : d / 2; }
    public static float f(float x) { return x > 1.5f ? x * 2 : -x; }
    public static long big(long l) { return l > 1_000_000_000_000L ? l : -1; }
    public static byte b(byte b) { return (byte) (b + 1); }
    public static short s(short s) { return s > 100 ? s : (short) -s; }
    public static char next(char c) { return c == 'z' ? 'a' : (char) (c + 1); }
    public static int div(int a, int b) { return a / b; }
    public static boolean both(boolean a, boolean b) { return a && b; }
    public static Integer boxed(Integer i) { return i == null ? null : i > 10 ? Integer.valueOf(i - 1) : i; }
    public static boolean sameBox(Integer a, Integer b) { return a == b; }
    public static Object any(int k) { switch (k) { case 0: return 1; case 1: return "one"; case 2: return 2.5; case 3: return 'c'; case 4: return null; default: return new int[] {k}; } }
}
