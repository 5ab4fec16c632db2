package shop;
public class Shapes {
  public static Shape bigger(Shape a, Shape b) { return a.area() > b.area() ? a : b; }
  public static Square grow(Square s) { Square t = new Square(); t.setSide(10); t.setColor(Color.BLUE); return s == null ? t : s; }
  public static int weigh(Color c) { return c.weight() > 5 ? 1 : 0; }
}
