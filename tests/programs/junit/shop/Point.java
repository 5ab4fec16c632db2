package shop;
public record Point(int x, int y) { public Point { if (x > 1000) throw new IllegalArgumentException("too far"); } public Point plus(Point o) { return new Point(x + o.x, y + o.y); } public boolean isOrigin() { return x == 0 && y == 0; } }
