package shop;
public class Square implements Shape { private int side; private Color color; public Square() {} public void setSide(int side) { this.side = side; } public void setColor(Color c) { color = c; } public double area() { return side * side; } public Color color() { return color; }
  public String describe() { if (color == null) return "plain"; switch (color) { case RED: return "red"; case GREEN: return "green"; default: return "blue"; } } }
