import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;

/** Classes, members, arrays, annotations and proxies by reflection. */
class ReflectCalls {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.TYPE_USE, ElementType.METHOD, ElementType.FIELD, ElementType.RECORD_COMPONENT})
    @interface Note { int i() default 1; long l() default 2; float f() default 3; double d() default 4; String s() default "s"; }
    enum Color { RED, GREEN }
    record Point(@Note(i = 7) int x, List<String> names) {}
    sealed interface Shape permits Circle {}
    static final class Circle implements Shape {}
    interface Greeter { String greet(String name); }
    @Note(i = 9, l = 8, f = 7, d = 6, s = "t") static abstract class Base<T> implements Comparable<T> {
        @Note T field;
        @Note protected List<? extends T> all(@Note T a, int... rest) throws java.io.IOException { return null; }
        private int secret = 4;
        private int triple(int n) { return 3 * n; }
    }
    static class Derived extends Base<String> {
        public Derived() {}
        private Derived(int n) {}
        public int compareTo(String other) { return 0; }
    }

    static void arrays() {
        int[] ints = new int[2]; long[] longs = new long[2]; double[] doubles = new double[2]; boolean[] flags = new boolean[2];
        char[] chars = new char[2]; byte[] bytes = new byte[2];
        Array.setInt(ints, 0, 5); Array.setLong(longs, 0, 6); Array.setDouble(doubles, 0, 1.5); Array.setBoolean(flags, 0, true);
        Array.setChar(chars, 0, 'c'); Array.setByte(bytes, 0, (byte) 7); Array.set(ints, 1, 8);
        System.out.println(Array.getInt(ints, 0) + " " + Array.getLong(longs, 0) + " " + Array.getDouble(doubles, 0) + " "
            + Array.getBoolean(flags, 0) + " " + Array.getChar(chars, 0) + " " + Array.getByte(bytes, 0) + " " + Array.get(ints, 1));
        Object made = Array.newInstance(String.class, 3);
        System.out.println(Array.getLength(made) + " " + made.getClass() + " " + Array.newInstance(int.class, 2, 3).getClass());
        try {
            Array.setInt(bytes, 0, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void classes() throws Exception {
        Object local = new Object() {};
        System.out.println(local.getClass().getEnclosingMethod() + " " + local.getClass().getSimpleName().isEmpty());
        System.out.println(Class.forName("ReflectCalls$Circle") + " " + Circle.class.isInstance(new Circle()) + " " + Shape.class.isAssignableFrom(Circle.class));
        System.out.println(Shape.class.isInterface() + " " + int[].class.isArray() + " " + int.class.isPrimitive() + " " + ((Runnable) () -> {}).getClass().isHidden());
        System.out.println(Point.class.isRecord() + " " + Circle.class.getName() + " " + Derived.class.getSuperclass() + " " + Arrays.toString(Circle.class.getInterfaces()));
        System.out.println(Modifier.toString(Base.class.getModifiers()) + " " + Arrays.toString(Circle.class.getSigners()) + " " + Circle.class.getDeclaringClass());
        System.out.println(Circle.class.getSimpleName() + " " + Derived.class.getGenericSuperclass() + " " + Circle.class.desiredAssertionStatus());
        System.out.println(Circle.class.getNestHost() + " " + (Circle.class.getNestMembers().length > 5) + " " + Arrays.toString(Shape.class.getPermittedSubclasses()));
        System.out.println(ReflectCalls.class.getDeclaredClasses().length + " " + Point.class.getRecordComponents()[1].getGenericType() + " " + Arrays.toString(Color.class.getEnumConstants()));
        System.out.println(Circle.class.isNestmateOf(Shape.class) + " " + Integer.TYPE + " " + Class.forName("[I") + " " + ReflectCalls.class.getPackageName().isEmpty());
        System.out.println(Color.valueOf("GREEN") + " " + Enum.valueOf(Color.class, "RED"));
        ClassLoader.getSystemResourceAsStream("no/such/resource");
        System.out.println(ReflectCalls.class.getResourceAsStream("absent") == null);
        System.out.println((String.class.getClassLoader() == null) + " " + (Circle.class.getProtectionDomain() != null));
        ClassLoader.getSystemClassLoader();
        ClassLoader.getPlatformClassLoader();
        System.out.println(Circle.class.getModule().isNamed() + " " + Circle.class.getModule().isOpen(""));
    }

    static void members() throws Exception {
        Method all = Base.class.getDeclaredMethod("all", Object.class, int[].class);
        System.out.println(all.toGenericString() + " " + all.getParameters()[0].getName() + " " + all.isVarArgs());
        System.out.println(all.getAnnotation(Note.class) + " " + all.getParameters()[0].getAnnotatedType().getAnnotations().length);
        System.out.println(Base.class.getDeclaredField("field").getAnnotatedType().getAnnotations().length + " " + Base.class.getAnnotation(Note.class));
        System.out.println(Base.class.getAnnotatedInterfaces().length + " " + Point.class.getRecordComponents()[0].getAnnotation(Note.class).i());
        Derived derived = Derived.class.getConstructor().newInstance();
        Method triple = Base.class.getDeclaredMethod("triple", int.class);
        triple.setAccessible(true);
        System.out.println(triple.invoke(derived, 14) + " " + Derived.class.getDeclaredConstructors().length + " " + Derived.class.getConstructors().length);
        java.lang.reflect.Field secret = Base.class.getDeclaredField("secret");
        secret.setInt(derived, 5);
        System.out.println(secret.get(derived) + " " + secret.getInt(derived));
        InvocationHandler handler = (proxy, method, args) -> "hello " + args[0];
        Greeter greeter = (Greeter) Proxy.newProxyInstance(ReflectCalls.class.getClassLoader(), new Class<?>[] {Greeter.class}, handler);
        System.out.println(greeter.greet("you") + " " + Proxy.isProxyClass(greeter.getClass()) + " " + (Proxy.getInvocationHandler(greeter) == handler));
    }

    public static void main(String[] args) throws Exception {
        arrays();
        classes();
        members();
    }
}
