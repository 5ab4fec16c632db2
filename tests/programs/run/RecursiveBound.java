// A fluent builder with a self type.
public class RecursiveBound {
    static abstract class Shape<S extends Shape<S>> {
        String text = "";

        abstract S self();

        S color(String color) {
            text += color + ";";
            return self();
        }
    }

    static class Circle extends Shape<Circle> {
        Circle self() {
            return this;
        }

        Circle radius(int radius) {
            text += "r" + radius + ";";
            return this;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Circle().color("red").radius(3).color("blue").text);
    }
}
