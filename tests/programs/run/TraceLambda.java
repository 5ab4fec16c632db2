// Stack traces through lambdas, constructors, static initialisers and inner classes.
import java.util.*;
class TraceLambda {
    static class Thing { Thing(int n) { if (n < 0) throw new IllegalArgumentException("n: " + n); } }
    class Deep { Object make() { return new Thing(-1); } }
    static void print(Throwable t) { for (StackTraceElement e : t.getStackTrace()) System.out.println("  " + e); }
    public static void main(String[] args) {
        Runnable r = () -> { Object o = new TraceLambda().new Deep().make(); };
        try { r.run(); } catch (IllegalArgumentException e) { System.out.println(e); print(e); }
        try { List.of(3, 1).forEach(x -> { if (x == 1) throw new RuntimeException("one"); }); } catch (RuntimeException e) { print(e); }
        try { new ArrayList<>(List.of(1)).get(4); } catch (IndexOutOfBoundsException e) { System.out.println(e); print(e); }
        try { Object[] a = new Integer[1]; System.arraycopy(new String[] {"s"}, 0, a, 0, 1); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); print(e); }
        Exception mine = new Exception("top", new RuntimeException("middle", new Error("root")));
        mine.addSuppressed(new IllegalStateException("side"));
        mine.printStackTrace();
        Map<String, Integer> m = null;
        m.size();
    }
}
