import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;

/** Calls `run` of classes with small inputs and heaps and prints which exceptions come out of which lines. */
class Driver {
    static final int[] INTS = {0, 1, -1, 2, 3, -2, 5, 7, 127, 128, 97, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static final long[] LONGS = {0, 1, -1, 2, 3, 4294967296L, Long.MAX_VALUE, Long.MIN_VALUE};

    /** Digits that count through all inputs, or random ones. */
    static int[] digits = new int[64];
    static int[] bounds = new int[64];
    static int position;
    static Random random;

    static int below(int bound) {
        if (random != null) return random.nextInt(bound);
        bounds[position] = bound;
        return digits[position++] % bound;
    }

    /** The next digits; whether there are any. */
    static boolean advance() {
        for (int at = 0; at < position; at++) {
            if (++digits[at] < bounds[at]) return true;
            digits[at] = 0;
        }
        return false;
    }

    static Node first, second;

    static Node node() {
        switch (below(5)) {
            case 0: return null;
            case 1: return first;
            case 2: return World.ROOT;
            case 3: return second;
            default: return World.top;
        }
    }

    static int[] ints() {
        switch (below(7)) {
            case 0: return null;
            case 1: return new int[] {};
            case 2: return World.EMPTY;
            case 3: return World.PAIR;
            case 4: return new int[] {INTS[below(INTS.length)]};
            case 5: return World.cells;
            default: return new int[] {3, 0, 1};
        }
    }

    static String text() {
        switch (below(6)) {
            case 0: return null;
            case 1: return "";
            case 2: return World.NAME;
            case 3: return new String("a");
            case 4: return "ab";
            default: return new String("zz");
        }
    }

    @SuppressWarnings("removal")
    static Integer box() {
        switch (below(6)) {
            case 0: return null;
            case 1: return World.BOX;
            case 2: return new Integer(1);
            case 3: return new Integer(1000);
            case 4: return Integer.valueOf(0);
            default: return Integer.valueOf(INTS[below(INTS.length)]);
        }
    }

    static Object value(Class<?> type) {
        if (type == int.class) return INTS[below(INTS.length)];
        if (type == long.class) return LONGS[below(LONGS.length)];
        if (type == boolean.class) return below(2) == 0;
        if (type == char.class) return (char) (below(2) == 0 ? 'a' : INTS[below(INTS.length)]);
        if (type == Integer.class) return box();
        if (type == String.class) return text();
        if (type == int[].class) return ints();
        return node();
    }

    static void reset() {
        World.ROOT.value = 7;
        World.ROOT.next = null;
        World.PAIR[0] = 1;
        World.PAIR[1] = 2;
        World.set(0, null, null, null);
    }

    static Object[] input(Method method) {
        reset();
        first = new Node();
        second = new Node();
        Object[] values = new Object[method.getParameterCount()];
        int[] array = ints();
        Node top = node();
        World.set(0, top, array, null);
        for (int index = 0; index < values.length; index++) values[index] = value(method.getParameterTypes()[index]);
        first.next = node();
        first.value = INTS[below(INTS.length)];
        second.next = node();
        second.value = INTS[below(3)];
        World.count = INTS[below(INTS.length)];
        World.word = text();
        return values;
    }

    static String place(Throwable thrown, String className) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().equals(className)) {
                return thrown.getClass().getSimpleName() + " " + frame.getLineNumber();
            }
        }
        return thrown.getClass().getSimpleName() + " 0";
    }

    static String show(Object value) {
        if (value == first && value != null) return "first";
        if (value == second && value != null) return "second";
        if (value == World.ROOT) return "World.ROOT";
        if (value == World.EMPTY) return "World.EMPTY";
        if (value == World.PAIR) return "World.PAIR";
        if (value == World.NAME) return "World.NAME";
        if (value == World.BOX) return "World.BOX";
        if (value instanceof int[]) return Arrays.toString((int[]) value);
        if (value instanceof Character) return "char " + (int) (Character) value;
        return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    }

    static void one(Method method, Object[] values, TreeMap<String, String> seen) throws IllegalAccessException {
        StringBuilder shown = new StringBuilder();
        for (Object value : values) shown.append(show(value)).append(", ");
        shown.append("top ").append(show(World.top)).append(", cells ").append(show(World.cells));
        shown.append(", word ").append(show(World.word)).append(", count ").append(World.count);
        shown.append(", first {").append(first.value).append(", ").append(show(first.next)).append("}");
        shown.append(", second {").append(second.value).append(", ").append(show(second.next)).append("}");
        try {
            method.invoke(null, values);
        } catch (InvocationTargetException exception) {
            Throwable thrown = exception.getCause();
            seen.putIfAbsent(place(thrown, method.getDeclaringClass().getName()), shown.toString());
        }
    }

    /** Arguments: how many inputs of each kind, then `Class0 … ClassN`. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        int classes = Integer.parseInt(args[1]);
        for (int index = 0; index < classes; index++) {
            Method method = null;
            for (Method declared : Class.forName("M" + index).getDeclaredMethods()) {
                if (declared.getName().equals("run")) method = declared;
            }
            method.setAccessible(true);
            TreeMap<String, String> seen = new TreeMap<>();
            Arrays.fill(digits, 0);
            random = null;
            for (int run = 0; run < count; run++) {
                position = 0;
                one(method, input(method), seen);
                if (!advance()) break;
            }
            random = new Random(index);
            for (int run = 0; run < count; run++) one(method, input(method), seen);
            for (String thrown : seen.keySet()) {
                System.out.println(index + " " + thrown + " " + seen.get(thrown));
            }
        }
    }
}
