/** Virtual calls, casts and type tests on unknown objects. */
class Dispatch {
    static abstract class Shape { int size; abstract int area(); int twice() { return 2 * area(); } }
    static class Square extends Shape { int area() { return size * size; } }
    static class Circle extends Shape { int area() { return 3 * size * size; } int twice() { return 0; } }
    static class Group extends Shape { Shape first, second; int area() { return first.area() + second.size; } }

    static int area(Shape s) { return s.area(); }
    static int twice(Shape s) { return s.twice(); }
    static boolean isSquare(Shape s) { return s instanceof Square; }
    static int cast(Shape s) { return ((Circle) s).size; }
    static boolean sameSquare(Shape a, Shape b) { return a == b && a instanceof Square; }
    static int either(Shape a, Square b) { if (a == b) return a.area(); return 0; }
    static int nested(Group g) { if (g.first == g) return -1; return g.second instanceof Circle ? 1 : 2; }
    static int sizes(Shape a, Shape b) { a.size = 1; b.size = 2; return a.size == 1 ? 1 : 2; }
}
