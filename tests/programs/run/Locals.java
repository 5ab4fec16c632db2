// var, compound assignment, evaluation order, conditional operators, definite assignment.
class Locals {
    static int trace = 0;
    static int t(int v) { trace = trace * 10 + v; return v; }
    public static void main(String[] args) {
        var list = new java.util.ArrayList<Integer>();
        list.add(3);
        for (var e : list) System.out.println(e + 1);
        int[] a = {0, 0, 0};
        int i = 0;
        a[i] = i = 2;
        System.out.println(a[0] + " " + i);
        int r = t(1) + t(2) * t(3) - (t(4) > 3 && t(5) > 9 || t(6) > 0 ? t(7) : t(8));
        System.out.println(r + " " + trace);
        int x = 5;
        x = x++ * 2 + x;
        System.out.println(x);
        x <<= 33; x ^= 0xff; x %= 7; x /= 2; x |= 8; x &= ~1;
        System.out.println(x);
        final int k;
        if (x > 0) k = 1; else k = 2;
        System.out.println(k);
        long big = 1; big <<= 40; big += 0.5;
        System.out.println(big);
        boolean b = true; b &= false; b |= true; b ^= true;
        System.out.println(b);
        String s = "a"; s += 1 + 2; s += 'c';
        System.out.println(s);
        char c = 'x'; c++; c += 1; System.out.println(c--); System.out.println(c);
        System.out.println(i > 1 ? "yes" : i > 0 ? "maybe" : "no");
    }
}
