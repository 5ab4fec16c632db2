package shop;
public class Outer { private int total; public class Inner { int amount; public int add(int x) { if (x < 0) throw new IllegalStateException(); total += x; amount = x; return total; } }
  private static class Secret { int code; Secret twin; boolean open(int c) { if (c == code) { code = 0; return true; } return twin != null && twin.open(c); } }
  Secret secret; public boolean tryOpen(int c) { return secret != null && secret.open(c); } 
  private enum Mode { ON, OFF } private Mode mode = Mode.OFF; public boolean toggle() { mode = mode == Mode.ON ? Mode.OFF : Mode.ON; return mode == Mode.ON; }
  public Runnable task() { return () -> total++; } 
  static int over(Object o) { return 1; } static int over(String s) { return s == null ? 2 : 3; } static int sum(int... xs) { int t = 0; for (int x : xs) t += x; return t; } }
