// Reflection: classes, members, invocation, construction, arrays.
import java.lang.reflect.*;
import java.util.*;
class Reflection {
    public static class Point { public int x; private String tag = "t"; public Point() {} public Point(int x) { this.x = x; } public int scaled(int k) { return x * k; } private static String secret(String s) { return s + "!"; } public void fail() { throw new IllegalStateException("inside"); } }
    interface Greeter { String greet(String who); }
    public static void main(String[] args) throws Exception {
        Class<?> c = Class.forName("Reflection$Point");
        System.out.println(c.getName() + " " + c.getSimpleName() + " " + c.getSuperclass() + " " + Modifier.toString(c.getModifiers()));
        Object p = c.getConstructor(int.class).newInstance(7);
        System.out.println(c.getMethod("scaled", int.class).invoke(p, 6) + " " + c.getField("x").getInt(p));
        Field tag = c.getDeclaredField("tag"); tag.setAccessible(true); tag.set(p, "new");
        Method secret = c.getDeclaredMethod("secret", String.class); secret.setAccessible(true);
        System.out.println(tag.get(p) + " " + secret.invoke(null, "psst"));
        try { c.getMethod("fail").invoke(p); } catch (InvocationTargetException e) { System.out.println(e.getCause()); }
        try { c.getMethod("nope"); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
        try { Class.forName("no.such.Thing"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
        List<String> names = new ArrayList<>();
        for (Method m : c.getDeclaredMethods()) names.add(m.getName() + m.getParameterCount());
        Collections.sort(names);
        System.out.println(names + " " + c.getDeclaredFields().length + " " + c.getDeclaredConstructors().length);
        Object array = Array.newInstance(int.class, 3);
        Array.set(array, 1, 5);
        System.out.println(Array.getLength(array) + " " + Array.get(array, 1) + " " + array.getClass().getComponentType() + " " + int[].class + " " + String[][].class.getName() + " " + void.class);
        System.out.println(Point.class.isInstance(p) + " " + Number.class.isAssignableFrom(Integer.class) + " " + Runnable.class.isInterface() + " " + Thread.State.class.isEnum() + " " + c.isAnonymousClass() + c.isMemberClass());
        System.out.println(p.getClass() == Point.class);
        System.out.println(c.getMethod("scaled", int.class) + " " + c.getPackageName().isEmpty());
    }
}
