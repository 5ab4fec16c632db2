import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Random;

/** Runs out of steps. */
class NoFuel extends Error {
    final boolean isCycle;

    NoFuel(boolean isCycle) {
        super(null, null, false, false);
        this.isCycle = isCycle;
    }
}

/**
 * Counts steps at loop heads and method entries, and on demand sees that a run repeats: at a place with the same
 * variables and heap, while the activation in which they were remembered has not been left.
 */
class Fuel {
    static long left;
    static boolean watches;
    static int depth, lowest, rememberedAt;
    static long seen, next;
    static ArrayList<Object> remembered;

    static void fill(long amount, boolean watch) {
        left = amount;
        watches = watch;
        depth = 0;
        seen = 0;
        next = 1;
        remembered = null;
    }

    static void enter(int place, Object... values) {
        depth++;
        burn(place, values);
    }

    static void leave() {
        depth--;
        lowest = Math.min(lowest, depth);
    }

    static void burn(int place, Object... values) {
        if (left-- <= 0) throw new NoFuel(false);
        if (!watches) return;
        ArrayList<Object> now = state(place, values);
        // Large heaps take long to compare.
        left -= now.size() / 32;
        if (remembered != null && lowest >= rememberedAt && now.equals(remembered)) throw new NoFuel(true);
        if (++seen >= next || lowest < rememberedAt) {
            next = Math.max(next, seen * 2);
            remembered = now;
            rememberedAt = depth;
            lowest = depth;
        }
    }

    static ArrayList<Object> state(int place, Object[] values) {
        ArrayList<Object> out = new ArrayList<>();
        ArrayList<Object> waiting = new ArrayList<>();
        IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
        out.add(place);
        for (Object value : values) note(value, out, waiting, ids);
        note(World.count, out, waiting, ids);
        note(World.top, out, waiting, ids);
        note(World.ROOT, out, waiting, ids);
        for (int at = 0; at < waiting.size(); at++) {
            if (waiting.get(at) instanceof Node) {
                Node node = (Node) waiting.get(at);
                note(node.value, out, waiting, ids);
                note(node.next, out, waiting, ids);
            } else {
                for (int element : (int[]) waiting.get(at)) out.add(element);
            }
        }
        return out;
    }

    static void note(Object value, ArrayList<Object> out, ArrayList<Object> waiting, IdentityHashMap<Object, Integer> ids) {
        if (value instanceof Node || value instanceof int[]) {
            Integer id = ids.get(value);
            if (id == null) {
                id = waiting.size();
                ids.put(value, id);
                waiting.add(value);
            }
            out.add("#" + id);
        } else {
            out.add(value);
        }
    }
}

/** Calls `run` of classes with small inputs and heaps and prints which of them never end. */
class Driver {
    static final long[] NUMBERS = {0, 1, -1, 2, 3, -2, 5, 10, -7, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static final long STEPS = 3_000, WATCHED = 40_000, WITNESS = 400_000;

    static int[] digits = new int[64];
    static int[] bounds = new int[64];
    static int position;
    static Random random;
    static Node[] nodes = new Node[3];

    static int below(int bound) {
        if (random != null) return random.nextInt(bound);
        bounds[position] = bound;
        return digits[position++] % bound;
    }

    static boolean advance() {
        for (int at = 0; at < position; at++) {
            if (++digits[at] < bounds[at]) return true;
            digits[at] = 0;
        }
        return false;
    }

    static Node node() {
        int choice = below(5);
        return choice == 0 ? null : choice == 4 ? World.ROOT : nodes[choice - 1];
    }

    static Object value(Class<?> type) {
        if (type == int.class) return (int) NUMBERS[below(NUMBERS.length)];
        if (type == byte.class) return (byte) NUMBERS[below(NUMBERS.length)];
        if (type == long.class) return NUMBERS[below(NUMBERS.length)];
        if (type == BigInteger.class) return BigInteger.valueOf(NUMBERS[below(NUMBERS.length)]);
        if (type == int[].class) return new int[][] {null, {}, {1}, {2, 0, -1}}[below(4)];
        return node();
    }

    static void reset() {
        World.ROOT.value = World.number(0);
        World.ROOT.next = null;
        World.set(World.number(0), null);
    }

    static Object[] input(Method method) {
        reset();
        for (int index = 0; index < nodes.length; index++) nodes[index] = new Node();
        Object[] values = new Object[method.getParameterCount()];
        for (int index = 0; index < values.length; index++) values[index] = value(method.getParameterTypes()[index]);
        World.top = node();
        for (Node node : nodes) node.next = node();
        World.ROOT.next = node();
        for (Node node : nodes) node.value = World.number(NUMBERS[below(3)]);
        World.count = World.number(NUMBERS[below(4)]);
        return values;
    }

    static String show(Object value) {
        for (int index = 0; index < nodes.length; index++) if (value == nodes[index]) return "n" + index;
        if (value == World.ROOT) return "ROOT";
        return value instanceof int[] ? Arrays.toString((int[]) value) : String.valueOf(value);
    }

    static String show(Object[] values) {
        StringBuilder out = new StringBuilder();
        for (Object value : values) out.append(show(value)).append(", ");
        for (Node node : nodes) out.append(show(node)).append(" {").append(node.value).append(", ").append(show(node.next)).append("}, ");
        out.append("ROOT.next ").append(show(World.ROOT.next));
        return out.append(", top ").append(show(World.top)).append(", count ").append(World.count).toString();
    }

    /** `ends`, `cycle` or `unclear`. */
    static String fate(Call call, long steps, boolean watch) throws Exception {
        Fuel.fill(steps, watch);
        try {
            call.run();
            return "ends";
        } catch (InvocationTargetException exception) {
            if (exception.getCause() instanceof NoFuel) return ((NoFuel) exception.getCause()).isCycle ? "cycle" : "unclear";
            return exception.getCause() instanceof StackOverflowError ? "unclear" : "ends";
        } catch (NoFuel exception) {
            return exception.isCycle ? "cycle" : "unclear";
        } catch (RuntimeException exception) {
            return "ends";
        } catch (StackOverflowError exception) {
            return "unclear";
        }
    }

    interface Call {
        void run() throws Exception;
    }

    /** Calls `run` of a class; whole numbers become what it takes. */
    static void call(String name, Object... values) throws Exception {
        for (Method method : Class.forName(name).getDeclaredMethods()) {
            if (!method.getName().equals("run")) continue;
            for (int index = 0; index < values.length; index++) {
                Class<?> type = method.getParameterTypes()[index];
                if (!(values[index] instanceof Long)) continue;
                long value = (Long) values[index];
                if (type == int.class) values[index] = (int) value;
                if (type == byte.class) values[index] = (byte) value;
            }
            method.setAccessible(true);
            method.invoke(null, values);
        }
    }

    static void all(int count, int classes) throws Exception {
        for (int index = 0; index < classes; index++) {
            Method method = null;
            for (Method declared : Class.forName("M" + index).getDeclaredMethods()) {
                if (declared.getName().equals("run")) method = declared;
            }
            method.setAccessible(true);
            Arrays.fill(digits, 0);
            String worst = null;
            boolean more = true;
            for (int run = 0; run < 2 * count; run++) {
                boolean counts = run < count;
                if (counts && !more) continue;
                if (one(method, counts ? null : (Integer) run).equals("unclear")) {
                    Fuel.fill(0, false);
                    random = counts ? null : new Random(run);
                    position = 0;
                    String shown = show(input(method));
                    Method asked = method;
                    random = counts ? null : new Random(run);
                    position = 0;
                    Object[] values = input(method);
                    String fate = fate(() -> asked.invoke(null, values), WATCHED, true);
                    if (fate.equals("cycle") || worst == null && fate.equals("unclear")) worst = fate + " " + shown;
                    if (fate.equals("cycle")) break;
                }
                if (counts) more = advance();
            }
            if (worst != null) System.out.println(index + " " + worst);
        }
    }

    static String one(Method method, Integer seed) throws Exception {
        random = seed == null ? null : new Random(seed);
        position = 0;
        Object[] values = input(method);
        return fate(() -> method.invoke(null, values), STEPS, false);
    }

    /** Deep recursions need a large stack. */
    static void aside(Call call) throws Exception {
        Throwable[] thrown = {null};
        Thread thread = new Thread(null, () -> {
            try {
                call.run();
            } catch (Throwable exception) {
                thrown[0] = exception;
            }
        }, "aside", 1L << 30);
        thread.start();
        thread.join();
        if (thrown[0] != null) throw new Exception(thrown[0]);
    }

    public static void main(String[] args) throws Exception {
        aside(() -> all(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
    }
}
