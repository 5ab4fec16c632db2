import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * Calls methods and says what happened. Each line of standard input is a call: class, name, descriptor, receiver, arguments, with tabs
 * between. Each is made twice, on values made anew, and answered by one line: how it ended, the number or length of the result, which
 * argument it is, whether something was changed, whether the second call said the same.
 */
public class Try {
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(new java.io.ByteArrayOutputStream()));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        StringBuilder answers = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            answers.append(answer(line.split("\t", -1))).append('\n');
        }
        out.print(answers);
        out.flush();
    }

    static String answer(String[] call) {
        try {
            Executable member = member(call[0], call[1], call[2]);
            if (member == null) {
                return "absent";
            }
            Run first = new Run(member, call);
            Run second = new Run(member, call);
            // That there was room for the first and none for the second says nothing of the method.
            boolean repeats = first.said().equals(second.said()) || second.ended.contains("OutOfMemoryError");
            boolean shared = first.result != null && first.result == second.result;
            return String.join("\t", first.ended, first.number(), first.same(), first.changed,
                    repeats ? "again" : "differs", shared ? "shared" : "own");
        } catch (ReflectiveOperationException | RuntimeException problem) {
            return "untried " + problem;
        } catch (OutOfMemoryError full) {
            // What came out was too large to look at: like a call that found no room.
            return "threw java/lang/OutOfMemoryError\t-\t-\t-\tagain\town";
        }
    }

    static Executable member(String owner, String name, String descriptor) throws ReflectiveOperationException {
        Class<?> type = Class.forName(owner.replace('/', '.'));
        for (Constructor<?> constructor : type.getConstructors()) {
            if (name.equals("<init>") && descriptor(constructor.getParameterTypes()).equals(descriptor)) {
                return constructor;
            }
        }
        Method found = null;
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && descriptor(method.getParameterTypes()).equals(descriptor)
                    && (found == null || found.isBridge())) {
                found = method;
            }
        }
        return found;
    }

    /** The parameters in the way of class files. */
    static String descriptor(Class<?>[] types) {
        StringBuilder out = new StringBuilder("(");
        for (Class<?> type : types) {
            out.append(java.lang.invoke.MethodType.methodType(type).toMethodDescriptorString().substring(2));
        }
        return out.append(")").toString();
    }

    static class Run {
        final Object[] given;
        Object result;
        String ended;
        String changed = "-";

        Run(Executable member, String[] call) throws ReflectiveOperationException {
            boolean isStatic = java.lang.reflect.Modifier.isStatic(member.getModifiers());
            boolean isNew = member instanceof Constructor;
            Object receiver = isStatic || isNew ? null : value(call[3], member.getDeclaringClass());
            Object[] arguments = new Object[call.length - 4];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = value(call[i + 4], member.getParameterTypes()[i]);
            }
            given = new Object[arguments.length + 1];
            given[0] = receiver;
            System.arraycopy(arguments, 0, given, 1, arguments.length);
            String[] before = shown(given);
            try {
                member.setAccessible(true);
            } catch (RuntimeException closed) {
                // Public members of exported packages can be called anyway.
            }
            try {
                result = isNew ? ((Constructor<?>) member).newInstance(arguments)
                        : ((Method) member).invoke(receiver, arguments);
                ended = isNew || ((Method) member).getReturnType() != void.class
                        ? (result == null ? "null" : "value") : "void";
            } catch (InvocationTargetException thrown) {
                ended = "threw";
                for (Class<?> above = thrown.getCause().getClass(); above != null; above = above.getSuperclass()) {
                    ended += " " + above.getName().replace('.', '/');
                }
            }
            String[] after = shown(given);
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < after.length; i++) {
                if (!after[i].equals(before[i])) {
                    all.append(all.length() == 0 ? "" : ",").append(i);
                }
            }
            if (all.length() > 0) {
                changed = all.toString();
            }
        }

        String said() {
            return ended + show(result);
        }

        String number() {
            if (result instanceof Boolean) {
                return (Boolean) result ? "1" : "0";
            }
            if (result instanceof Character) {
                return "" + (int) (Character) result;
            }
            boolean isWhole = result instanceof Integer || result instanceof Long || result instanceof Short
                    || result instanceof Byte;
            return isWhole ? result.toString() : "-";
        }

        String same() {
            String all = "";
            for (int i = 0; i < given.length; i++) {
                if (result != null && given[i] == result) {
                    all += (all.isEmpty() ? "" : ",") + i;
                }
            }
            return all.isEmpty() ? "-" : all;
        }
    }

    static String[] shown(Object[] values) {
        String[] out = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            out[i] = show(values[i]);
        }
        return out;
    }

    /** What is in a value, so that two can be compared. */
    static String show(Object value) {
        if (value == null) {
            return "null";
        }
        if (value.getClass().isArray()) {
            StringBuilder out = new StringBuilder("[");
            int length = Array.getLength(value);
            for (int i = 0; i < Math.min(length, 100); i++) {
                out.append(show(Array.get(value, i))).append(' ');
            }
            return out.append(length).append("]").toString();
        }
        boolean isValue = value instanceof CharSequence || value instanceof Number || value instanceof Boolean
                || value instanceof Character || value instanceof Class || value instanceof Optional
                || value instanceof java.util.Collection || value instanceof java.util.Map
                || value.getClass().getName().startsWith("java.util.Optional");
        return value.getClass() + (isValue ? value.toString() : "");
    }

    /** A value from its description; it is made anew each time, unless it is one that cannot be. */
    static Object value(String text, Class<?> type) {
        int colon = text.indexOf(':');
        String kind = text.substring(0, colon);
        String rest = text.substring(colon + 1);
        switch (kind) {
            case "null": return null;
            case "boolean": return Boolean.valueOf(rest);
            case "byte": return Byte.valueOf(rest);
            case "short": return Short.valueOf(rest);
            case "char": return (char) Integer.parseInt(rest);
            case "int": return Integer.valueOf(rest);
            case "long": return Long.valueOf(rest);
            case "float": return Float.valueOf(rest);
            case "double": return Double.valueOf(rest);
            case "text": return new String(unescape(rest));
            case "builder": return new StringBuilder(unescape(rest));
            case "buffer": return new StringBuffer(unescape(rest));
            case "object": return new Object();
            case "class": return aClass(rest);
            case "locale": return java.util.Locale.ROOT;
            case "random": return new java.util.Random(Long.parseLong(rest));
            case "throwable": return new IllegalStateException(rest);
            case "stream": return new PrintStream(new java.io.ByteArrayOutputStream());
            case "optional": return rest.isEmpty() ? Optional.empty() : Optional.of(rest);
            case "optionalInt": return rest.isEmpty() ? java.util.OptionalInt.empty()
                    : java.util.OptionalInt.of(Integer.parseInt(rest));
            case "optionalLong": return rest.isEmpty() ? java.util.OptionalLong.empty()
                    : java.util.OptionalLong.of(Long.parseLong(rest));
            case "optionalDouble": return rest.isEmpty() ? java.util.OptionalDouble.empty()
                    : java.util.OptionalDouble.of(Double.parseDouble(rest));
            case "list": return fill(new ArrayList<Object>(), rest);
            case "linked": return fill(new java.util.LinkedList<Object>(), rest);
            case "set": return fill(new java.util.HashSet<Object>(), rest);
            case "map": {
                HashMap<Object, Object> map = new HashMap<>();
                fill(new ArrayList<Object>(), rest).forEach(key -> map.put(key, key));
                return map;
            }
            case "array": {
                String[] parts = rest.isEmpty() ? new String[0] : rest.split(",");
                Class<?> element = type.isArray() ? type.getComponentType() : int.class;
                Object array = Array.newInstance(element, parts.length);
                for (int i = 0; i < parts.length; i++) {
                    Array.set(array, i, element(parts[i], element));
                }
                return array;
            }
            default: throw new IllegalArgumentException(kind);
        }
    }

    static <C extends java.util.Collection<Object>> C fill(C all, String rest) {
        if (!rest.isEmpty()) {
            all.addAll(Arrays.asList((Object[]) rest.split(",")));
        }
        return all;
    }

    static Object element(String number, Class<?> type) {
        long value = Long.parseLong(number);
        if (type == boolean.class) return value > 0;
        if (type == byte.class) return (byte) value;
        if (type == char.class) return (char) value;
        if (type == short.class) return (short) value;
        if (type == int.class) return (int) value;
        if (type == long.class) return value;
        if (type == float.class) return (float) value;
        if (type == double.class) return (double) value;
        return type == String.class || type == Object.class ? number : null;
    }

    /** Anonymous and local classes have fewer names than others. */
    static Class<?> aClass(String which) {
        class Local {}
        switch (which) {
            case "0": return String.class;
            case "1": return int[].class;
            case "2": return int.class;
            case "3": return new Object() {}.getClass();
            case "4": return Local.class;
            case "5": return List.class;
            case "6": return Object.class;
            default: return Thread.State.class;
        }
    }

    static String unescape(String text) {
        StringBuilder out = new StringBuilder();
        for (String unit : text.isEmpty() ? new String[0] : text.split(",")) {
            out.append((char) Integer.parseInt(unit));
        }
        return out.toString();
    }
}
