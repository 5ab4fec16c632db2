// What an access of a variable handle is given and gives is boxed, unboxed and widened as the call wants it.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

public class VarHandleTypes {
    int number = 3;
    long large = 5;
    double real = 0.5;
    boolean flag;
    static char letter = 'a';
    String text = "text";

    static VarHandle find(String name, Class<?> type) throws ReflectiveOperationException {
        return MethodHandles.lookup().findVarHandle(VarHandleTypes.class, name, type);
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        VarHandleTypes object = new VarHandleTypes();
        VarHandle number = find("number", int.class);
        System.out.println(number.get(object));
        System.out.println("" + number.getAndAdd(object, 4) + number.getVolatile(object));
        System.out.println((long) (int) number.get(object) + (double) (long) find("large", long.class).get(object));
        find("large", long.class).set(object, (byte) 7);
        find("real", double.class).setVolatile(object, 9);
        number.set(object, Integer.valueOf(12));
        System.out.println(object.large + " " + object.real + " " + object.number);
        Object before = find("flag", boolean.class).getAndSet(object, true);
        System.out.println(before + " " + object.flag + " " + number.compareAndSet(object, (short) 12, 'x'));
        Object done = number.weakCompareAndSetPlain(object, 120, 1) ? "done" : "not done";
        System.out.println(done + " " + number.compareAndExchange(object, 1, 2) + " " + object.number);
        VarHandle letter = MethodHandles.lookup().findStaticVarHandle(VarHandleTypes.class, "letter", char.class);
        System.out.println(letter.get() + " " + letter.varType() + letter.coordinateTypes());
        Object text = find("text", String.class).getAndSet(object, "other");
        System.out.println(text + " " + object.text + " " + number.coordinateTypes());
        VarHandle elements = MethodHandles.arrayElementVarHandle(float[].class);
        float[] floats = {1, 2};
        elements.set(floats, Byte.valueOf((byte) 1), 'c');
        System.out.println(elements.get(floats, (short) 1) + " " + elements.coordinateTypes());
        for (Object wrong : List.of("text", 1.5)) {
            try {
                number.set(object, wrong);
            } catch (ClassCastException | java.lang.invoke.WrongMethodTypeException refused) {
                System.out.println(refused.getClass());
            }
        }
        try {
            number.set(object, (Integer) null);
        } catch (NullPointerException refused) {
            System.out.println(refused.getClass());
        }
        try {
            find("number", long.class);
        } catch (NoSuchFieldException refused) {
            System.out.println(refused.getMessage());
        }
    }
}
