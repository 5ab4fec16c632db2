package shop;
import java.util.*;
public class Lists {
  public static int sum(ArrayList<Integer> xs) { int s = 0; for (int i = 0; i < xs.size(); i++) s += xs.get(i); return s; }
  public static List<String> split(boolean b) { return b ? List.of("a", "b") : new ArrayList<>(); }
  public static Set<Integer> set(int n) { Set<Integer> s = new HashSet<>(); for (int i = 0; i < n && i < 3; i++) s.add(i); return s; }
  public static void fill(int[] a, int v) { for (int i = 0; i < a.length; i++) a[i] = v; }
  public static int[][] grid(int[][] g) { if (g.length == 0) return new int[0][]; int[] row = g[0]; g[0] = null; return new int[][] {row}; }
  public static Object[] objs(Object[] o) { if (o.length > 1 && o[0] == o[1]) o[1] = "same"; return o; }
  public static int max(int[] a) { if (a == null || a.length == 0) throw new IllegalArgumentException("no elements"); int m = a[0]; for (int x : a) if (x > m) m = x; return m; }
  public static Optional<String> opt(String s) { return Optional.ofNullable(s); }
  public static StringBuilder build(StringBuilder sb) { sb.append("x"); return sb; }
  public static void store(Object[] a, Object v) { a[0] = v; }
  public static String cast(Object o) { return (String) o; }
  public static int parse(String s) { return Integer.parseInt(s); }
}
