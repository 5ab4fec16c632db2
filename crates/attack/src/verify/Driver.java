import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Random;

/** Calls methods on small inputs that satisfy their preconditions; prints which throw and which facts do not hold. */
class Driver {
    static final int[] INTS = {0, 1, -1, 2, 3, -2, 5, 7, 10, 127, 128, 100, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1};
    static Random random;
    static Cell[] cells = new Cell[2];
    static int[] one, three;

    static int number() {
        int choice = random.nextInt(INTS.length + 2);
        return choice < INTS.length ? INTS[choice] : random.nextInt(40) - 20;
    }

    static Object value(Class<?> type) {
        if (type == int.class) return number();
        if (type == long.class) return random.nextInt(4) == 0 ? (random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE) : (long) number();
        if (type == boolean.class) return random.nextBoolean();
        if (type == int[].class) return new int[][] {null, {}, one, three, one, three}[random.nextInt(6)];
        int choice = random.nextInt(5);
        return choice == 0 ? null : cells[choice % 2];
    }

    static Object[] input(Method method) {
        cells = new Cell[] {new Cell(), new Cell()};
        one = new int[] {number()};
        three = new int[] {number(), number(), number()};
        for (Cell cell : cells) {
            cell.value = number();
            cell.next = random.nextInt(3) == 0 ? null : cells[random.nextInt(2)];
        }
        Object[] values = new Object[method.getParameterCount()];
        for (int index = 0; index < values.length; index++) values[index] = value(method.getParameterTypes()[index]);
        return values;
    }

    static String show(Object value) {
        if (value == cells[0]) return "c0";
        if (value == cells[1]) return "c1";
        return value instanceof int[] ? Arrays.toString((int[]) value) : String.valueOf(value);
    }

    static String show(Object[] values) {
        StringBuilder out = new StringBuilder();
        for (Object value : values) out.append(show(value)).append(", ");
        for (Cell cell : cells) out.append(show(cell)).append(" {").append(cell.value).append(", ").append(show(cell.next)).append("} ");
        return out.toString();
    }

    static Method find(Class<?> type, String name) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method;
            }
        }
        return null;
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        for (int index = 0; index < Integer.parseInt(args[1]); index++) {
            Class<?> type = Class.forName("V" + index);
            Method pre = find(type, "pre"), run = find(type, "run"), facts = find(type, "facts");
            boolean[] broken = new boolean[64];
            boolean threw = false;
            random = new Random(index);
            int tried = 0;
            for (int input = 0; input < count; input++) {
                Object[] values = input(run);
                if (!(Boolean) pre.invoke(null, values)) continue;
                tried++;
                String shown = show(values);
                type.getDeclaredField("before").set(null, before(values));
                Object result;
                try {
                    result = run.invoke(null, values);
                } catch (InvocationTargetException exception) {
                    if (!threw) System.out.println(index + " throws 0 " + exception.getCause().getClass().getSimpleName() + " on " + shown);
                    threw = true;
                    continue;
                }
                Object[] all = Arrays.copyOf(values, values.length + 1);
                all[values.length] = result;
                boolean[] holds = (boolean[]) facts.invoke(null, all);
                for (int fact = 0; fact < holds.length; fact++) {
                    if (!holds[fact] && !broken[fact]) {
                        broken[fact] = true;
                        System.out.println(index + " breaks " + fact + " result " + result + " on " + shown);
                    }
                }
            }
            System.out.println(index + " tried " + tried + " inputs");
        }
    }

    /** What parameters refer to, before the call: the value of a cell, the first element of an array. */
    static long[] before(Object[] values) {
        long[] out = new long[values.length];
        for (int index = 0; index < values.length; index++) {
            if (values[index] instanceof Cell) out[index] = ((Cell) values[index]).value;
            if (values[index] instanceof int[] && ((int[]) values[index]).length > 0) out[index] = ((int[]) values[index])[0];
        }
        return out;
    }
}
