package shop;
public class Circle implements Shape { private final double r; public Circle(double r) { if (r < 0) throw new IllegalArgumentException("negative radius: " + r); this.r = r; } public double area() { return 3 * r * r; } public double getR() { return r; } }
