// Inner, static nested, local and anonymous classes; captured variables; shadowing.
class Inner {
    int x = 1;
    class In {
        int x = 2;
        class Deep { int x = 3; String all() { return Inner.this.x + "" + In.this.x + this.x; } }
    }
    static class Nested { private int secret = 42; }
    interface Shape { double area(); }
    static Shape square(final double side) { return new Shape() { public double area() { return side * side; } public String toString() { return "square " + area(); } }; }
    Runnable counter() {
        int[] count = {0};
        class Local implements Runnable { public void run() { count[0]++; x += 10; System.out.println(count[0] + " " + x); } }
        return new Local();
    }
    public static void main(String[] args) {
        Inner outer = new Inner();
        In.Deep deep = outer.new In().new Deep();
        System.out.println(deep.all() + new Nested().secret);
        System.out.println(square(1.5));
        Runnable r = outer.counter();
        r.run(); r.run();
        System.out.println(r.getClass().getName() + " " + square(2).getClass().getName() + " " + deep.getClass().getSimpleName() + "|" + square(2).getClass().getSimpleName() + "|");
    }
}
