// Variable arity: empty, null, arrays passed through, overload preference.
class Varargs {
    static String f(Object... xs) { return xs == null ? "null" : xs.length + ""; }
    static String g(int x, int... rest) { return x + ":" + rest.length; }
    static String h(String s, Object... xs) { return s + xs.length; }
    static int max(int first, int... more) { int m = first; for (int x : more) m = Math.max(m, x); return m; }
    public static void main(String[] args) {
        System.out.println(f() + f(1) + f(1, "a", 'c') + f((Object[]) null) + f((Object) null) + f(new Object[] {1, 2}) + f(new int[] {1, 2}));
        System.out.println(g(1) + " " + g(1, 2, 3) + " " + g(1, new int[5]) + " " + h("x", new String[] {"a", "b"}) + " " + max(3, 9, 2));
    }
}
