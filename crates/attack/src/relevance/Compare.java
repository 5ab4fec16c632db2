import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Random;

/** Runs two versions of a method on the same inputs and prints where they end differently. */
class Compare {
    static String dump(Object[] values) throws Exception {
        StringBuilder out = new StringBuilder();
        ArrayList<Object> waiting = new ArrayList<>();
        IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
        for (Object value : values) note(value, out, waiting, ids);
        for (Field field : World.class.getDeclaredFields()) note(field.get(null), out, waiting, ids);
        for (Object object : new Object[] {Driver.first, Driver.second, Driver.square, Driver.frame}) note(object, out, waiting, ids);
        for (int at = 0; at < waiting.size(); at++) {
            Object object = waiting.get(at);
            out.append("; ").append(object.getClass().getSimpleName()).append(' ');
            if (object.getClass().isArray()) {
                for (int index = 0; index < Array.getLength(object); index++) note(Array.get(object, index), out, waiting, ids);
                continue;
            }
            for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) note(field.get(object), out, waiting, ids);
                }
            }
        }
        return out.toString();
    }

    static void note(Object value, StringBuilder out, ArrayList<Object> waiting, IdentityHashMap<Object, Integer> ids) {
        if (value == null || value instanceof Number && !(value instanceof Integer) || value instanceof Boolean || value instanceof Character || value instanceof Enum || value.getClass() == Object.class) {
            out.append(value == null || value.getClass() != Object.class ? value : "object").append(' ');
        } else if (value instanceof Integer || value instanceof String) {
            out.append(value).append(value == World.BOX || value == World.NAME ? "! " : " ");
        } else {
            Integer id = ids.get(value);
            if (id == null) {
                id = waiting.size();
                ids.put(value, id);
                waiting.add(value);
            }
            out.append('#').append(id).append(' ');
        }
    }

    static Method find(String name) throws Exception {
        for (Method method : Class.forName(name).getDeclaredMethods()) {
            if (method.getName().equals("run")) {
                method.setAccessible(true);
                return method;
            }
        }
        throw new Exception(name);
    }

    static String[] outcome(Method method, int seed) throws Exception {
        Driver.random = new Random(seed);
        Object[] values = Driver.input(method);
        StringBuilder shown = new StringBuilder();
        for (Object value : values) shown.append(Driver.show(value)).append(", ");
        shown.append(dump(values));
        String end;
        try {
            end = "returns " + method.invoke(null, values);
        } catch (InvocationTargetException exception) {
            end = "throws " + exception.getCause().getClass().getSimpleName();
        }
        return new String[] {end + ", " + dump(values), shown.toString()};
    }

    /** Arguments: how many inputs, then pairs of classes. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        for (int at = 1; at + 1 < args.length; at += 2) {
            Method one = find(args[at]), other = find(args[at + 1]);
            for (int seed = 0; seed < count; seed++) {
                String[] expected = outcome(one, seed), actual = outcome(other, seed);
                if (expected[0].equals(actual[0])) continue;
                System.out.println(args[at + 1] + " " + expected[0] + " | " + actual[0] + " | on " + expected[1]);
                break;
            }
        }
    }
}
