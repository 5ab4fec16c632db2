import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VolatileCallSite;
import java.util.Arrays;

/** Method handles: found, adapted, combined, invoked. */
class Handles {
    int field = 5;
    static int shared = 7;

    Handles() {
    }

    Handles(int field) {
        this.field = field;
    }

    private String hi(String name, int times) {
        return name + times + field;
    }

    static long add(int a, long b) {
        return a + b;
    }

    static boolean isPositive(int number) {
        return number > 0;
    }

    static String yes(int number) {
        return "yes" + number;
    }

    static String no(int number) {
        return "no" + number;
    }

    static String list(Object... all) {
        return Arrays.toString(all);
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle hi = lookup.findVirtual(Handles.class, "hi",
                MethodType.methodType(String.class, String.class, int.class));
        System.out.println((String) hi.invokeExact(new Handles(), "a", 1) + hi.invoke(new Handles(9), "b", 2));
        MethodHandle add = lookup.findStatic(Handles.class, "add",
                MethodType.methodType(long.class, int.class, long.class));
        System.out.println((long) add.invoke(1, 2) + " " + add.invokeWithArguments(5, 6L));
        MethodHandle make = lookup.findConstructor(Handles.class, MethodType.methodType(void.class, int.class));
        Handles made = (Handles) make.invoke(77);
        MethodHandle get = lookup.findGetter(Handles.class, "field", int.class);
        lookup.findSetter(Handles.class, "field", int.class).invoke(made, 78);
        System.out.println((int) get.invoke(made) + (int) lookup.findStaticGetter(Handles.class, "shared", int.class).invoke());
        MethodType ofInt = MethodType.methodType(String.class, int.class);
        MethodHandle choose = MethodHandles.guardWithTest(
                lookup.findStatic(Handles.class, "isPositive", MethodType.methodType(boolean.class, int.class)),
                lookup.findStatic(Handles.class, "yes", ofInt), lookup.findStatic(Handles.class, "no", ofInt));
        System.out.println(choose.invoke(1) + " " + choose.invoke(-1));
        MethodHandle list = lookup.findStatic(Handles.class, "list", MethodType.methodType(String.class, Object[].class));
        System.out.println(list.invoke(1, "x") + "" + MethodHandles.insertArguments(add, 0, 100).invoke(1L)
                + MethodHandles.dropArguments(add, 0, String.class).invoke("", 1, 2L));
        System.out.println(lookup.unreflect(String.class.getMethod("trim")).invoke(" t ") + "|"
                + lookup.unreflectGetter(Handles.class.getDeclaredField("field")).invoke(made)
                + lookup.unreflectConstructor(Handles.class.getDeclaredConstructor()).type());
        MutableCallSite site = new MutableCallSite(add);
        System.out.println((long) site.dynamicInvoker().invokeExact(3, 4L));
        site.setTarget(MethodHandles.dropArguments(MethodHandles.constant(long.class, 9L), 0, int.class, long.class));
        System.out.println((long) site.dynamicInvoker().invokeExact(3, 4L));
        VolatileCallSite other = new VolatileCallSite(add);
        other.setTarget(add);
        try {
            add.invokeExact(1, 2);
        } catch (java.lang.invoke.WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            lookup.findStatic(Handles.class, "hi", MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
            System.out.println(e);
        }
        MethodHandle folded = MethodHandles.foldArguments(
                lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)),
                lookup.findVirtual(String.class, "trim", MethodType.methodType(String.class)));
        System.out.println(folded.invoke(" z "));
    }
}
