// A sealed hierarchy taken apart by instanceof patterns.
public class SealedShapes {
    sealed interface Shape permits Circle, Square, Nothing {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    enum Nothing implements Shape { NOTHING }

    static double area(Shape shape) {
        if (shape instanceof Circle c) return 3 * c.radius() * c.radius();
        if (shape instanceof Square s && s.side() > 1) return s.side() * s.side();
        return -1;
    }

    public static void main(String[] args) {
        System.out.println(area(new Circle(2)));
        System.out.println(area(new Square(3)));
        System.out.println(area(new Square(1)));
        System.out.println(area(Nothing.NOTHING));
        System.out.println(Shape.class.isSealed() + " " + Circle.class.isSealed());
    }
}
