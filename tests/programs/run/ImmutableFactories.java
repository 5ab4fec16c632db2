// List.of, Set.of and Map.of refuse change and nulls.

import java.util.*;

public class ImmutableFactories {
    static void attempt(Runnable run) {
        try {
            run.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + " " + (e.getMessage() != null && e instanceof IllegalArgumentException ? e.getMessage() : ""));
        }
    }

    public static void main(String[] args) {
        List<Integer> list = List.of(1, 2, 3);
        attempt(() -> list.add(4));
        attempt(() -> list.set(0, 1));
        attempt(() -> List.of(1, (Integer) null));
        attempt(() -> list.contains(null));
        attempt(() -> Set.of(1, 1));
        attempt(() -> Map.of("a", 1, "a", 2));
        attempt(() -> Map.of("a", 1).put("b", 2));
        attempt(() -> List.copyOf(new ArrayList<>(list)));
        System.out.println((List.copyOf(list) == list) + " " + list.equals(Arrays.asList(1, 2, 3)) + " " + Set.of(7).hashCode() + " " + Map.of("a", 1));
    }
}
