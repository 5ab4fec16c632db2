// Virtual calls split by target, not by class; arrays of references at unknown indices.
// graph: Dispatch.main unbounded
// reaches: area
// loops: 2
// verdict: terminates
class Dispatch {
    interface Shape { int area(); }

    static class Square implements Shape {
        int side;
        public int area() { return side * side; }
    }

    static class Dot implements Shape {
        public int area() { return 0; }
    }

    public static void main(String[] args) {
        Shape[] shapes = new Shape[args.length];
        for (int i = 0; i < args.length; i++) {
            shapes[i] = args[i].length() > 1 ? new Square() : new Dot();
        }
        int sum = 0;
        for (int i = 0; i < shapes.length; i++) sum += shapes[i].area();
    }
}
// guards: graph::eval::refine::type_part
