// Unboxing null fails in arithmetic, conditions and loops.

import java.util.*;

public class NullUnboxing {
    static void attempt(Runnable run) {
        try {
            run.run();
            System.out.println("fine");
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }

    public static void main(String[] args) {
        Integer none = null;
        Boolean maybe = null;
        Map<String, Integer> map = new HashMap<>();
        attempt(() -> System.out.println(none + 1));
        attempt(() -> System.out.println(maybe ? 1 : 2));
        attempt(() -> { int x = map.get("missing"); });
        attempt(() -> System.out.println("text " + none));
        attempt(() -> System.out.println(none == null));
        attempt(() -> { Integer x = true ? none : Integer.valueOf(0); });
        attempt(() -> { Integer x = true ? none : 0; });
        attempt(() -> { for (int x : Arrays.asList(1, null)) System.out.print(x + " "); });
    }
}
