// Method handles of every kind, adapted and combined; what goes wrong with them.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

public class MethodHandleKinds {
    interface Shape {
        default String name() {
            return "shape";
        }
    }

    static class Square implements Shape {
        int side = 4;

        public String name() {
            return "square " + side;
        }
    }

    static int twice(int x) {
        return 2 * x;
    }

    static boolean isEven(int x) {
        return x % 2 == 0;
    }

    static int fail(String why) {
        throw new IllegalStateException(why);
    }

    static int recover(IllegalStateException e, String why) {
        return -why.length();
    }

    static String join(String separator, Object... parts) {
        return String.join(separator, Arrays.stream(parts).map(String::valueOf).toList());
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle name = lookup.findVirtual(Shape.class, "name", MethodType.methodType(String.class));
        System.out.println((String) name.invoke(new Square()));
        System.out.println((String) name.invokeExact((Shape) new Square()));
        MethodHandle twice = lookup.findStatic(MethodHandleKinds.class, "twice", MethodType.methodType(int.class, int.class));
        System.out.println((int) twice.invokeExact(21) + " " + (long) twice.invoke((short) 4) + " " + twice.invoke((Object) 5));
        MethodHandle even = lookup.findStatic(MethodHandleKinds.class, "isEven", MethodType.methodType(boolean.class, int.class));
        MethodHandle halve = MethodHandles.guardWithTest(even, twice, MethodHandles.identity(int.class));
        System.out.println((int) halve.invoke(3) + " " + (int) halve.invoke(4));
        MethodHandle join = lookup.findStatic(MethodHandleKinds.class, "join",
                MethodType.methodType(String.class, String.class, Object[].class));
        System.out.println(join.invoke("-", 1, 'c', 2.5) + " " + join.invoke("-") + " " + join.isVarargsCollector());
        System.out.println(join.asFixedArity().invoke("+", new Object[] {1, 2}));
        MethodHandle fail = lookup.findStatic(MethodHandleKinds.class, "fail", MethodType.methodType(int.class, String.class));
        MethodHandle recover = lookup.findStatic(MethodHandleKinds.class, "recover",
                MethodType.methodType(int.class, IllegalStateException.class, String.class));
        System.out.println((int) MethodHandles.catchException(fail, IllegalStateException.class, recover).invoke("four"));
        MethodHandle side = lookup.findGetter(Square.class, "side", int.class);
        System.out.println((int) MethodHandles.filterReturnValue(side, twice).invoke(new Square()));
        MethodHandle make = lookup.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class));
        System.out.println(((StringBuilder) make.invoke("made")).reverse());
        System.out.println(twice.asSpreader(Object[].class, 1).invoke(new Object[] {8}) + " " + twice.type().wrap()
                + " " + MethodHandles.permuteArguments(join.asFixedArity(),
                        MethodType.methodType(String.class, Object[].class, String.class), 1, 0).invoke(new Object[] {7}, "."));
        VarHandle field = lookup.findVarHandle(Square.class, "side", int.class);
        Square square = new Square();
        System.out.println(field.compareAndSet(square, 4, 9) + " " + (int) field.getAndAdd(square, 1) + square.side);
        List<MethodHandle> wrong = List.of(twice, name, fail);
        for (MethodHandle handle : wrong) {
            try {
                System.out.println((int) handle.invokeExact("text"));
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
        try {
            lookup.findVirtual(String.class, "nothing", MethodType.methodType(void.class));
        } catch (NoSuchMethodException e) {
            System.out.println(e);
        }
        fail.invoke("the end");
    }
}
