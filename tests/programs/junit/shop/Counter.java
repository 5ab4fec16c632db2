package shop;
import java.util.*;
public class Counter { private static int count; static final List<String> log = new ArrayList<>(); static Counter last; int id;
  public static int next() { return ++count; } public Counter() { id = count; } public void remember() { last = this; }
  public static void log(String s) { log.add(s); } public static boolean isNew() { return last == null; }
  public static long now() { return System.nanoTime(); } public int hash() { return System.identityHashCode(this); }
  public void check(int x) { assert x > 0 : "bad"; id = x; } public static void quit(int x) { if (x == 3) System.exit(1); } }
