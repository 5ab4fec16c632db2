package driver;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Calls the methods of two versions of a class with equal inputs. Reads `original mutant Class` a line, prints what differs. */
public class Driver {
    private static final int INPUTS = 14;

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            compare(words[0], words[1], words[2]);
        }
    }

    private static void compare(String original, String mutant, String name) throws Exception {
        Method[] left = methods(Class.forName(original + "." + name));
        Method[] right = methods(Class.forName(mutant + "." + name));
        for (int index = 0; index < left.length; index++) {
            for (int seed = 0; seed < INPUTS; seed++) {
                String before = new Run(original, seed).outcome(left[index]);
                String after = new Run(mutant, seed).outcome(right[index]);
                if (before.equals("endless") || after.equals("endless")) {
                    return;
                }
                if (!before.equals(after)) {
                    System.out.println(mutant + " " + name + "." + left[index].getName() + ": " + before + " | " + after);
                    return;
                }
            }
        }
    }

    private static Method[] methods(Class<?> type) {
        Method[] methods = Arrays.stream(type.getDeclaredMethods()).filter(m -> !m.isSynthetic()).toArray(Method[]::new);
        Arrays.sort(methods, Comparator.comparing(m -> m.getName() + Arrays.toString(names(m.getParameterTypes()))));
        return methods;
    }

    private static String[] names(Class<?>[] types) {
        return Arrays.stream(types).map(Class::getSimpleName).toArray(String[]::new);
    }

    /** One call: its inputs, made of a seed, and its outcome as text. */
    private static final class Run {
        private final String version;
        private final List<Object> made = new ArrayList<>();
        private long dice;

        Run(String version, int seed) {
            this.version = version + ".";
            this.dice = seed * 7919L + 17;
        }

        String outcome(Method method) throws Exception {
            method.setAccessible(true);
            boolean isStatic = Modifier.isStatic(method.getModifiers());
            Object receiver = isStatic ? null : make(method.getDeclaringClass(), 3);
            if (!isStatic && receiver == null) {
                receiver = create(method.getDeclaringClass(), 2);
            }
            Object[] arguments = new Object[method.getParameterCount()];
            for (int index = 0; index < arguments.length; index++) {
                arguments[index] = make(method.getParameterTypes()[index], 3);
            }
            for (Field field : fields(method.getDeclaringClass())) {
                if (Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers())) {
                    field.set(null, make(field.getType(), 2));
                }
            }
            fuel.Fuel.refill();
            StringBuilder out = new StringBuilder();
            Map<Object, Integer> seen = new IdentityHashMap<>();
            PrintStream terminal = System.out;
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            System.setOut(new PrintStream(printed, true));
            try {
                show(method.invoke(receiver, arguments), seen, out);
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof fuel.Fuel.Empty || thrown.getCause() instanceof StackOverflowError) {
                    return "endless";
                }
                out.append("throws ").append(thrown.getCause().getMessage()).append(' ');
                show(thrown.getCause(), seen, out);
            } finally {
                System.setOut(terminal);
            }
            show(receiver, seen, out);
            show(arguments, seen, out);
            for (Field field : fields(method.getDeclaringClass())) {
                if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    show(field.get(null), seen, out);
                }
            }
            return out.append("prints ").append(printed).toString().replace(version, "");
        }

        private int roll(int sides) {
            dice = dice * 6364136223846793005L + 1442695040888963407L;
            return (int) ((dice >>> 33) % sides);
        }

        private Object make(Class<?> type, int depth) throws Exception {
            if (type == int.class) {
                return new int[] {0, 1, -1, 2, 5, -7, 100}[roll(7)];
            }
            if (type == long.class) {
                return (long) new int[] {0, 1, -1, 3}[roll(4)];
            }
            if (type == boolean.class) {
                return roll(2) == 0;
            }
            if (type == double.class) {
                return new double[] {0, 1.5, -2, Double.NaN}[roll(4)];
            }
            if (type == char.class) {
                return "aZ0 ".charAt(roll(4));
            }
            if (type == Integer.class || type == Object.class) {
                return new Integer[] {null, 0, 7, 1000}[roll(4)];
            }
            if (type == List.class) {
                return new List<?>[] {null, new ArrayList<>(), new ArrayList<>(List.of(3, 9)), new ArrayList<>(List.of("x", "yy"))}[roll(4)];
            }
            if (type == String.class) {
                return new String[] {null, "", "Aa", "BB", "x"}[roll(5)];
            }
            if (type.isEnum()) {
                return type.getEnumConstants()[roll(type.getEnumConstants().length)];
            }
            List<Object> fitting = made.stream().filter(type::isInstance).toList();
            int choice = roll(6);
            if (depth == 0 || choice == 0) {
                return null;
            }
            if (choice < 3 && !fitting.isEmpty()) {
                return fitting.get(roll(fitting.size()));
            }
            if (type.isArray()) {
                Object array = Array.newInstance(type.getComponentType(), roll(4));
                made.add(array);
                for (int index = 0; index < Array.getLength(array); index++) {
                    Array.set(array, index, make(type.getComponentType(), depth - 1));
                }
                return array;
            }
            if (type == StringBuilder.class) {
                made.add(new StringBuilder("ab"));
                return made.get(made.size() - 1);
            }
            if (type == Random.class) {
                return new Random(roll(3));
            }
            return type.getName().startsWith(version) && !type.isInterface() ? create(type, depth) : null;
        }

        private Object create(Class<?> type, int depth) throws Exception {
            Constructor<?> constructor = type.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            Object[] arguments = new Object[constructor.getParameterCount()];
            for (int index = 0; index < arguments.length; index++) {
                arguments[index] = make(constructor.getParameterTypes()[index], depth - 1);
            }
            Object object;
            try {
                object = constructor.newInstance(arguments);
            } catch (InvocationTargetException refused) {
                return null;
            }
            made.add(object);
            for (Field field : fields(type)) {
                if (!Modifier.isFinal(field.getModifiers()) && !Modifier.isStatic(field.getModifiers())) {
                    field.set(object, make(field.getType(), depth - 1));
                }
            }
            return object;
        }

        private static Field[] fields(Class<?> type) {
            Field[] fields = type.getDeclaredFields();
            for (Field field : fields) {
                field.setAccessible(true);
            }
            Arrays.sort(fields, Comparator.comparing(Field::getName));
            return fields;
        }

        private void show(Object value, Map<Object, Integer> seen, StringBuilder out) throws Exception {
            if (value == null || value instanceof Number || value instanceof Boolean || value instanceof String
                || value instanceof Character || value instanceof List) {
                out.append(value).append(' ');
                return;
            }
            if (seen.containsKey(value)) {
                out.append('#').append(seen.get(value)).append(' ');
                return;
            }
            seen.put(value, seen.size());
            out.append(value.getClass().getSimpleName()).append("{ ");
            if (value instanceof StringBuilder) {
                out.append(value).append(' ');
            } else if (value instanceof Random random) {
                out.append(random.nextInt()).append(' ');
            } else if (value.getClass().isArray()) {
                for (int index = 0; index < Array.getLength(value); index++) {
                    show(Array.get(value, index), seen, out);
                }
            } else if (value.getClass().getName().startsWith(version) && !(value instanceof Enum)) {
                for (Field field : fields(value.getClass())) {
                    if (!field.isSynthetic()) {
                        show(field.get(value), seen, out);
                    }
                }
            }
            out.append("} ");
        }
    }
}
