import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;

/** Prints what methods of `Character` answer for every char: name, descriptor, radix (or -), then `value*times` ... */
class AllCharacters {
    public static void main(String[] names) throws Exception {
        Set<String> wanted = Set.of(names);
        for (Method method : Character.class.getDeclaredMethods()) {
            boolean isPublic = Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers());
            Class<?>[] types = method.getParameterTypes();
            if (!isPublic || !wanted.contains(method.getName())) continue;
            if (types[0] == int.class && hasOneForChars(method)) continue;
            if (types.length == 1) print(method, types, -1);
            else for (int radix : new int[] {10, 36}) print(method, types, radix);
        }
    }

    static boolean hasOneForChars(Method method) {
        Class<?>[] types = method.getParameterTypes();
        types[0] = char.class;
        try {
            Character.class.getDeclaredMethod(method.getName(), types);
            return true;
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    static void print(Method method, Class<?>[] types, int radix) throws Exception {
        StringBuilder line = new StringBuilder(method.getName()).append(" (");
        for (Class<?> type : types) line.append(type.descriptorString());
        line.append(')').append(method.getReturnType().descriptorString()).append(' ').append(radix);
        int last = 0, times = 0;
        for (int unit = 0; unit <= 0xFFFF; unit++) {
            Object first = types[0] == char.class ? (Object) (char) unit : (Object) unit;
            int value = number(types.length == 1 ? method.invoke(null, first) : method.invoke(null, first, radix));
            if (times > 0 && value != last) {
                line.append(' ').append(last).append('*').append(times);
                times = 0;
            }
            last = value;
            times++;
        }
        System.out.println(line.append(' ').append(last).append('*').append(times));
    }

    static int number(Object value) {
        if (value instanceof Boolean truth) return truth ? 1 : 0;
        return value instanceof Character unit ? unit : (Integer) value;
    }
}
