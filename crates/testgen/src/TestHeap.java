import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Builds objects in states that constructors and setters do not reach, and looks at what is private. */
final class TestHeap {
    private TestHeap() {}

    /** A class by its run-time name. */
    static Class<?> type(String name) throws ReflectiveOperationException {
        return Class.forName(name);
    }

    /** A new object of a class whose constructor is not visible. */
    static Object make(Class<?> type) throws Throwable {
        return make(type, new Class<?>[0]);
    }

    static Object make(Class<?> type, Class<?>[] parameters, Object... arguments) throws Throwable {
        Constructor<?> constructor = type.getDeclaredConstructor(parameters);
        constructor.setAccessible(true);
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** A new object whose fields are all zero; no constructor runs. */
    static Object blank(Class<?> type) throws Throwable {
        Class<?> factories = Class.forName("sun.reflect.ReflectionFactory");
        Object factory = factories.getMethod("getReflectionFactory").invoke(null);
        Method method = factories.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
        Constructor<?> nothing = Object.class.getDeclaredConstructor();
        return ((Constructor<?>) method.invoke(factory, type, nothing)).newInstance();
    }

    /** An array of a type that is not visible. */
    static Object array(Class<?> element, Object... elements) {
        Object array = java.lang.reflect.Array.newInstance(element, elements.length);
        for (int at = 0; at < elements.length; at++) {
            java.lang.reflect.Array.set(array, at, elements[at]);
        }
        return array;
    }

    /** Calls a method that is not visible; {@code object} is null for static ones. */
    static Object call(Class<?> type, Object object, String name) throws Throwable {
        return call(type, object, name, new Class<?>[0]);
    }

    static Object call(Class<?> type, Object object, String name, Class<?>[] parameters, Object... arguments)
            throws Throwable {
        Method method = type.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    static Object get(Object object, String field) throws ReflectiveOperationException {
        return find(object.getClass(), field).get(object);
    }

    static void set(Object object, String field, Object value) throws ReflectiveOperationException {
        find(object.getClass(), field).set(object, value);
    }

    /** The same for a field that a class below declares once more. */
    static Object get(Class<?> type, Object object, String field) throws ReflectiveOperationException {
        return find(type, field).get(object);
    }

    static void set(Class<?> type, Object object, String field, Object value) throws ReflectiveOperationException {
        find(type, field).set(object, value);
    }

    /** What a static field that is not visible holds. */
    static Object getStatic(Class<?> type, String name) throws ReflectiveOperationException {
        return find(type, name).get(null);
    }

    static void setStatic(Class<?> type, String name, Object value) throws ReflectiveOperationException {
        find(type, name).set(null, value);
    }

    /** Remembers static fields of a class; what it returns puts them back. */
    static Runnable remember(Class<?> type, String... names) throws ReflectiveOperationException {
        List<Runnable> steps = new ArrayList<>();
        for (String name : names) {
            Field field = find(type, name);
            Object value = field.get(null);
            steps.add(() -> {
                try {
                    field.set(null, value);
                } catch (IllegalAccessException impossible) {
                    throw new AssertionError(impossible);
                }
            });
        }
        return () -> steps.forEach(Runnable::run);
    }

    private static Field find(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }
}
