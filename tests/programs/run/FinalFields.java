// Final fields and reflection: an object's can be written after `setAccessible`, a static one or a record's never.

import java.lang.reflect.Field;

public class FinalFields {
    static final int CONSTANT = 4;
    static final StringBuilder TEXT = new StringBuilder("text");
    final int[] numbers = {1};

    record Point(int x) {}

    static void set(Class<?> of, String name, Object in, Object value) throws Exception {
        Field field = of.getDeclaredField(name);
        for (boolean accessible : new boolean[] {false, true}) {
            field = of.getDeclaredField(name);
            if (accessible) {
                field.setAccessible(true);
            }
            try {
                field.set(in, value);
                System.out.println(name + " was set");
            } catch (IllegalAccessException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        FinalFields object = new FinalFields();
        set(FinalFields.class, "CONSTANT", null, 5);
        set(FinalFields.class, "TEXT", null, new StringBuilder());
        set(FinalFields.class, "numbers", object, new int[] {2, 3});
        set(Point.class, "x", new Point(1), 2);
        System.out.println(CONSTANT + " " + TEXT + " " + object.numbers.length);
    }
}
