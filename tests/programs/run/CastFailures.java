// Messages of ClassCastException.

import java.util.*;

public class CastFailures {
    static void attempt(Runnable run) {
        try {
            run.run();
            System.out.println("fine");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }

    interface Shape {}

    static class Round implements Shape {}

    public static void main(String[] args) {
        Object text = "text", number = 1, array = new int[0], none = null;
        attempt(() -> System.out.println((Integer) text));
        attempt(() -> System.out.println((String) number));
        attempt(() -> System.out.println((long[]) array));
        attempt(() -> System.out.println((Object[]) array));
        attempt(() -> System.out.println((Integer) none));
        attempt(() -> System.out.println((Shape) text));
        Object round = new Round();
        attempt(() -> System.out.println((Comparable<?>) round));
        attempt(() -> System.out.println((Round[]) new Shape[0]));
        String last = (String) (Object) List.class;
    }
}
