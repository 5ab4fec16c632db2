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

    static final double[] DOUBLES = {0, -0.0, 1, -1, 0.5, 3, Double.NaN, Double.POSITIVE_INFINITY, 1e300};

    static Node first, second;
    static Square square;
    static Frame frame;

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

    static Shape shape() {
        switch (below(4)) {
            case 0: return null;
            case 1: return square;
            case 2: return frame;
            default: return World.SHAPE;
        }
    }

    static Object any() {
        switch (below(8)) {
            case 0: return null;
            case 1: return first;
            case 2: return World.BOX;
            case 3: return World.NAME;
            case 4: return World.ROOT;
            case 5: return new int[] {1};
            case 6: return frame;
            default: return Color.GREEN;
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
        if (type == byte.class) return (byte) INTS[below(INTS.length)];
        if (type == short.class) return (short) INTS[below(INTS.length)];
        if (type == double.class) return DOUBLES[below(DOUBLES.length)];
        if (type == float.class) return (float) DOUBLES[below(DOUBLES.length)];
        if (type == Shape.class) return shape();
        if (type == Object.class) return any();
        if (type == Color.class) return new Color[] {null, Color.RED, Color.GREEN}[below(3)];
        return node();
    }

    static void reset() {
        World.ROOT.value = 7;
        World.ROOT.next = null;
        World.PAIR[0] = 1;
        World.PAIR[1] = 2;
        World.SHAPE.size = 0;
        ((Frame) World.SHAPE).inner = null;
        World.set(0, null, null, null, null);
    }

    static Object[] input(Method method) {
        reset();
        first = new Node();
        second = new Node();
        square = new Square();
        frame = new Frame();
        Object[] values = new Object[method.getParameterCount()];
        int[] array = ints();
        Node top = node();
        World.set(0, top, array, null, any());
        for (int index = 0; index < values.length; index++) values[index] = value(method.getParameterTypes()[index]);
        first.next = node();
        first.value = INTS[below(INTS.length)];
        second.next = node();
        second.value = INTS[below(3)];
        World.count = INTS[below(INTS.length)];
        World.word = text();
        square.size = INTS[below(4)];
        frame.inner = shape();
        frame.size = INTS[below(4)];
        return values;
    }

    /** The exception and the innermost line of the program's own classes. */
    static String place(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (!frame.getClassName().matches("(java|jdk|sun|Driver|Replays).*")) {
                return thrown.getClass().getSimpleName() + " " + frame.getLineNumber();
            }
        }
        return thrown.getClass().getSimpleName() + " 0";
    }

    static String show(Object value) {
        if (value == first && value != null) return "first";
        if (value == second && value != null) return "second";
        if (value == square && value != null) return "square";
        if (value == frame && value != null) return "frame";
        if (value == World.SHAPE) return "World.SHAPE";
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
        shown.append(", any ").append(show(World.any)).append(", square {").append(square.size);
        shown.append("}, frame {").append(frame.size).append(", ").append(show(frame.inner)).append("}");
        shown.append(", first {").append(first.value).append(", ").append(show(first.next)).append("}");
        shown.append(", second {").append(second.value).append(", ").append(show(second.next)).append("}");
        try {
            method.invoke(null, values);
        } catch (InvocationTargetException exception) {
            Throwable thrown = exception.getCause();
            seen.putIfAbsent(place(thrown), shown.toString());
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
