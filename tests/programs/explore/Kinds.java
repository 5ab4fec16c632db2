// run: explore --heap all
// Objects of an input have the fields of their class, and no others.
class Kinds {
    interface Shape {}

    static class Disc implements Shape {
        int radius;
    }

    static class Group implements Shape {
        Shape inner;
        int count;
    }

    static int nested(Shape shape) {
        if (shape instanceof Group group && group.inner instanceof Disc disc && disc.radius == 2) {
            throw new IllegalStateException(); //~ IllegalStateException
        }
        return 0;
    }

    static int boxed(Object one, Object other) {
        if (one instanceof Integer whole && other instanceof Double real && whole > 3 && real > 2.5) {
            throw new IllegalStateException(); //~ IllegalStateException
        }
        return 0;
    }
}
