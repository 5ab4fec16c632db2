// An uncaught exception with causes: text on standard error, status 1.
class Uncaught {
    static void a(int n) {
        if (n == 0) throw new IllegalArgumentException("bottom");
        a(n - 1);
    }
    static void b() {
        try { a(3); } catch (IllegalArgumentException e) { throw new RuntimeException("wrapped", e); }
    }
    public static void main(String[] args) {
        System.out.println("before");
        try { b(); } catch (RuntimeException e) { throw new IllegalStateException(e); }
    }
}
