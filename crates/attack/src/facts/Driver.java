import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** Makes objects of some classes, calls their methods at random, and looks after each step whether claims still hold. */
public class Driver {
    record Claim(String text, String kind, Class<?> of, Field field, String[] words) {}

    static final List<Claim> CLAIMS = new ArrayList<>();
    static final List<Field> ACYCLIC = new ArrayList<>();
    static final TreeSet<String> BROKEN = new TreeSet<>();
    static final Map<Object, Map<Field, Object>> FIRST = new IdentityHashMap<>();
    static final Map<Object, Boolean> SEEN = new IdentityHashMap<>();
    static int made;
    static Random random;
    static List<Object> pool;

    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        TreeSet<String> groups = new TreeSet<>(Arrays.asList(arguments[1].split(",")));
        int histories = Integer.parseInt(arguments[2]);
        for (String line : lines) {
            String[] words = line.split(" ");
            Class<?> of = Class.forName(words[1]);
            Claim claim = new Claim(line, words[0], of, words[0].equals("relation") ? null : field(of, words[2]), words);
            CLAIMS.add(claim);
            if (claim.kind.equals("acyclic")) {
                ACYCLIC.add(claim.field);
            }
        }
        Registry.watch = Driver::check;
        for (String group : groups) {
            Class<?>[] classes = Arrays.stream(group.split("\\+")).map(Driver::named).toArray(Class<?>[]::new);
            for (int seed = 0; seed < histories; seed++) {
                random = new Random(seed);
                pool = new ArrayList<>();
                SEEN.clear();
                FIRST.clear();
                history(classes);
            }
        }
        System.out.println("objects " + made);
        BROKEN.forEach(line -> System.out.println("broken " + line));
    }

    static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    static Field field(Class<?> of, String name) throws Exception {
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    static void history(Class<?>[] classes) {
        for (int step = 0; step < 30; step++) {
            try {
                Object subject = pool.isEmpty() ? null : pool.get(random.nextInt(pool.size()));
                int what = random.nextInt(10);
                if (subject == null || what < 3) {
                    make(classes[random.nextInt(classes.length)]);
                } else if (what == 3) {
                    copy(subject);
                } else {
                    call(subject);
                }
            } catch (InvocationTargetException e) {
                // Programs may throw what they like.
            } catch (Exception e) {
                // What cannot be written to a stream is not.
            }
            for (Object object : SEEN.keySet().toArray()) {
                check(object);
            }
        }
    }

    static void make(Class<?> of) throws Exception {
        List<Constructor<?>> open = new ArrayList<>();
        for (Constructor<?> constructor : of.getDeclaredConstructors()) {
            if (!Modifier.isPrivate(constructor.getModifiers())) {
                open.add(constructor);
            }
        }
        Constructor<?> constructor = open.get(random.nextInt(open.size()));
        constructor.setAccessible(true);
        keep(constructor.newInstance(values(constructor)));
    }

    static void copy(Object subject) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(subject);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            keep(in.readObject());
        }
    }

    static void call(Object subject) throws Exception {
        List<Method> open = new ArrayList<>();
        for (Class<?> of = subject.getClass(); of != Object.class; of = of.getSuperclass()) {
            for (Method method : of.getDeclaredMethods()) {
                if (!Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic()) {
                    open.add(method);
                }
            }
        }
        open.sort((a, b) -> a.toString().compareTo(b.toString()));
        if (open.isEmpty()) {
            return;
        }
        Method method = open.get(random.nextInt(open.size()));
        method.setAccessible(true);
        keep(method.invoke(subject, values(method)));
    }

    static void keep(Object object) {
        if (object != null && object.getClass().getClassLoader() == Driver.class.getClassLoader()) {
            made++;
            check(object);
            if (pool.size() < 12) {
                pool.add(object);
            } else {
                pool.set(random.nextInt(12), object);
            }
        }
    }

    static Object[] values(Executable callee) {
        return Arrays.stream(callee.getParameterTypes()).map(Driver::value).toArray();
    }

    static Object value(Class<?> type) {
        int[] numbers = {0, 1, -1, 2, 3, 7, -5, 100, Integer.MAX_VALUE, Integer.MIN_VALUE};
        int number = numbers[random.nextInt(random.nextInt(3) == 0 ? 10 : 6)];
        if (type == int.class) {
            return number;
        }
        if (type == int[].class) {
            return random.nextInt(3) == 0 ? null : new int[random.nextInt(4)];
        }
        if (type == String.class) {
            return random.nextInt(3) == 0 ? null : "abc".substring(random.nextInt(4));
        }
        List<Object> fitting = new ArrayList<>();
        for (Object object : pool) {
            if (type.isInstance(object)) {
                fitting.add(object);
            }
        }
        return fitting.isEmpty() || random.nextInt(4) == 0 ? null : fitting.get(random.nextInt(fitting.size()));
    }

    static void check(Object object) {
        if (object == null) {
            return;
        }
        SEEN.put(object, true);
        for (Claim claim : CLAIMS) {
            if (claim.of.isInstance(object)) {
                try {
                    String how = broken(claim, object);
                    if (how != null) {
                        BROKEN.add(claim.text + ": " + how);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(claim.text, e);
                }
            }
        }
    }

    /** How an object breaks a claim; null if it does not. */
    static String broken(Claim claim, Object object) throws Exception {
        if (claim.kind.equals("relation")) {
            long low = number(claim.of, claim.words[2], object);
            long high = number(claim.of, claim.words[4], object);
            boolean holds = switch (claim.words[3]) {
                case "==" -> low == high;
                case "<=" -> low <= high;
                default -> low < high;
            };
            return holds ? null : low + " and " + high;
        }
        Object value = claim.field.get(object);
        switch (claim.kind) {
            case "never-null":
                return value == null ? "null" : null;
            case "range": {
                long number = asNumber(value);
                return Long.parseLong(claim.words[3]) <= number && number <= Long.parseLong(claim.words[4]) ? null : "" + number;
            }
            case "length": {
                if (value == null) {
                    return null;
                }
                long length = Array.getLength(value);
                return Long.parseLong(claim.words[3]) <= length && length <= Long.parseLong(claim.words[4]) ? null : "" + length;
            }
            case "class":
                return value == null || value.getClass().getTypeName().equals(claim.words[3]) ? null : "" + value.getClass();
            case "once": {
                Map<Field, Object> first = FIRST.computeIfAbsent(object, key -> new IdentityHashMap<>());
                Field key = claim.field;
                if (!first.containsKey(key)) {
                    first.put(key, value);
                    return null;
                }
                Object old = first.get(key);
                boolean same = key.getType().isPrimitive() ? old.equals(value) : old == value;
                return same ? null : old + " became " + value;
            }
            case "acyclic":
                return reaches(value, object, new IdentityHashMap<>()) ? "a circle" : null;
            default:
                throw new IllegalStateException(claim.kind);
        }
    }

    static boolean reaches(Object from, Object to, Map<Object, Boolean> seen) throws Exception {
        if (from == null || seen.put(from, true) != null) {
            return false;
        }
        if (from == to) {
            return true;
        }
        for (Field field : ACYCLIC) {
            if (field.getDeclaringClass().isInstance(from) && reaches(field.get(from), to, seen)) {
                return true;
            }
        }
        return false;
    }

    static long number(Class<?> of, String term, Object object) throws Exception {
        if (term.endsWith(".length")) {
            return Array.getLength(field(of, term.substring(0, term.length() - 7)).get(object));
        }
        return asNumber(field(of, term).get(object));
    }

    static long asNumber(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        return value instanceof Character unit ? unit : ((Number) value).longValue();
    }
}
