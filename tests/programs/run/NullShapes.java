import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What `NullPointerException` says, for many shapes of expressions. */
class NullShapes {
    interface Action { void run() throws Exception; }

    enum Color { RED }

    String name;
    NullShapes next;
    int[] numbers;
    int[][] table = new int[2][];
    static NullShapes shared;
    static Color color;
    long count;
    boolean[] flags;
    Runnable[] actions = new Runnable[1];

    NullShapes self() { return null; }
    static String text(int i) { return null; }
    static Integer boxed() { return null; }

    static void attempt(Action action) {
        try {
            action.run();
            System.out.println("nothing");
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        NullShapes object = new NullShapes();
        String s = null;
        attempt(() -> System.out.println(object.name.length()));
        attempt(() -> System.out.println(object.next.next.name));
        attempt(() -> object.next.count = 3);
        attempt(() -> object.numbers[2]++);
        attempt(() -> object.table[1][0] = 4);
        attempt(() -> System.out.println(object.flags[0]));
        attempt(() -> object.actions[0].run());
        attempt(() -> shared.name = "");
        attempt(() -> object.self().self());
        attempt(() -> text(3).trim());
        attempt(() -> { int i = boxed(); });
        attempt(() -> { switch (text(1)) { case "a": break; } });
        attempt(() -> { switch (color) { case RED: break; } });
        attempt(() -> { synchronized (shared) { } });
        attempt(() -> { throw (RuntimeException) null; });
        attempt(() -> { for (String x : (List<String>) null) { } });
        attempt(() -> { for (int x : object.numbers) { } });
        attempt(() -> new ArrayList<String>(null));
        attempt(() -> { Map<String, Integer> map = new HashMap<>(); int n = map.get("x"); });
        attempt(() -> { Supplier<String> supplier = s::trim; });
        attempt(() -> { Object o = object.next; ((NullShapes) o).self(); });
        attempt(() -> object.new Inner().fail());
        attempt(() -> { NullShapes none = null; none.new Inner(); });
        attempt(() -> { int i = 1; object.table[i][i + 1]++; });
        attempt(() -> { String t = "" + s.charAt(0); });
        attempt(() -> { List<int[]> list = new ArrayList<>(); list.add(null); System.out.println(list.get(0).length); });
        attempt(() -> s.isEmpty());
        try {
            switch (s) { case "a": break; default: break; }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            String local = args.length > 5 ? "x" : null;
            System.out.println(switch (local) { case "x" -> 1; default -> 2; });
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            double[][] deep = new double[1][];
            deep[0][0] += 1.5;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object o = args.length == 0 ? null : "x";
            System.out.println((args.length == 0 ? o : s).hashCode());
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        new NullShapes().name.length();
    }

    class Inner {
        void fail() { System.out.println(next.name); }
    }
}
