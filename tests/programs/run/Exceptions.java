// try, catch, finally, rethrow, nested finally, return in finally, multi-catch.
class Exceptions {
    static class MyException extends Exception {
        final int code;
        MyException(String message, int code) { super(message); this.code = code; }
    }
    static int order(int n) {
        try {
            if (n == 0) throw new IllegalStateException("zero");
            if (n == 1) return 1;
            System.out.println("body " + n);
        } catch (IllegalStateException e) {
            System.out.println("caught " + e.getMessage());
            return -1;
        } finally {
            System.out.println("finally " + n);
        }
        return n;
    }
    @SuppressWarnings("finally")
    static int override() { try { return 1; } finally { return 2; } }
    static void nested() throws MyException {
        try {
            try { throw new MyException("inner", 7); }
            finally { System.out.println("inner finally"); }
        } finally { System.out.println("outer finally"); }
    }
    static int overwritten() { int x = 1; try { return x; } finally { x = 2; } }
    public static void main(String[] args) {
        for (int n = 0; n < 3; n++) System.out.println(order(n));
        System.out.println(override() + " " + overwritten());
        try { nested(); } catch (MyException e) { System.out.println(e.code + " " + e); }
        try { Object o = "s"; Integer i = (Integer) o; }
        catch (ClassCastException | IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { throw new Error("boom", new RuntimeException("cause")); }
        catch (Throwable t) { System.out.println(t + " <- " + t.getCause()); }
        try { int[] a = null; System.out.println(a.length); } catch (NullPointerException e) { System.out.println("npe"); }
        try { System.out.println(1 / (args.length)); } catch (ArithmeticException e) { System.out.println(e); }
        try { "abc".substring(5); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { Integer.parseInt("x1"); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        try { throw null; } catch (NullPointerException e) { System.out.println("null thrown"); }
    }
}
