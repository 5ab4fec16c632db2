package shop;
public enum Color { RED, GREEN { @Override public int weight() { return 7; } }, BLUE; public int weight() { return ordinal(); }
  public Color next() { return values()[(ordinal() + 1) % values().length]; } }
