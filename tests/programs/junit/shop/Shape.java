package shop;
public interface Shape { double area(); default boolean isBig() { return area() > 100; } }
