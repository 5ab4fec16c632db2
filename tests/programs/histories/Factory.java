// Objects that come from factories and builders, or from nowhere.
public final class Factory {
    private final int parts;

    private Factory(int parts) {
        this.parts = parts;
    }

    public static Factory of(int parts) {
        if (parts == 7) {
            throw new IllegalArgumentException(); //~ warning
        }
        return new Factory(parts);
    }

    public int each(int whole) {
        return whole / parts; //~ error
    }

    public int never(int whole) {
        return whole / (parts - 7); //~ warning
    }

    public static final class Builder {
        private int width = 1;

        public Builder width(int width) {
            this.width = width;
            return this;
        }

        public Box build() {
            return new Box(width);
        }
    }

    public static final class Box {
        private final int width;

        private Box(int width) {
            this.width = width;
        }

        public int ratio() {
            return 12 / width; //~ error
        }
    }

    public enum Kind {
        FLAT(0),
        DEEP(3);

        private final int depth;

        Kind(int depth) {
            this.depth = depth;
        }

        public int per() {
            return 6 / depth; //~ error
        }
    }

    public static int perKind(Kind kind) {
        return 6 / kind.ordinal(); //~ error
    }

    public interface Shape {
        int sides();
    }

    public static final class Square implements Shape {
        private final int extra;

        public Square(int extra) {
            this.extra = extra;
        }

        @Override
        public int sides() {
            return 4 + extra;
        }
    }

    public static int angle(Shape shape) {
        return 360 / shape.sides(); //~ error
    }
}
