// A failing static initialiser: first ExceptionInInitializerError, then NoClassDefFoundError.
class InitFailure {
    static class Bad { static int x = 1 / Integer.parseInt("0"); static void touch() {} }
    static class Sub extends Bad {}
    static class BadError { static { if (true) throw new StackOverflowError("mine"); } static int y; }
    public static void main(String[] args) {
        try { Bad.touch(); } catch (Throwable t) { System.out.println(t + " / " + t.getCause()); }
        try { Bad.touch(); } catch (Throwable t) { System.out.println(t.getMessage()); }
        try { new Sub(); } catch (Throwable t) { System.out.println(t.getMessage()); }
        try { BadError.y++; } catch (Throwable t) { System.out.println(t); }
        try { BadError.y++; } catch (Throwable t) { System.out.println(t.getMessage()); }
        System.out.println(Bad.x);
    }
}
