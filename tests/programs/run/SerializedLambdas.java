// A serializable lambda is written as a `SerializedLambda`, and read back as a lambda of the same code and captured values.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;

public class SerializedLambdas implements Serializable {
    interface Sum extends Serializable {
        long sum(int a, byte b);
    }

    final String name = "this";

    Supplier<String> bound() {
        return (Supplier<String> & Serializable) () -> name + "!";
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        System.out.println(bytes.size() + " bytes");
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        int captured = 5;
        double real = 0.25;
        Sum sum = (a, b) -> a + b + captured + (long) (4 * real);
        System.out.println(copy(sum).sum(1, (byte) 2));
        Supplier<String> upper = (Supplier<String> & Serializable) "hey"::toUpperCase;
        System.out.println(copy(upper).get());
        System.out.println(copy(new SerializedLambdas().bound()).get());
        Supplier<StringBuilder> made = (Supplier<StringBuilder> & Serializable) StringBuilder::new;
        System.out.println(copy(made).get().append("new"));
        Function<String, Integer> length = (Function<String, Integer> & Serializable) String::length;
        System.out.println(copy(Comparator.comparing(length).reversed()).compare("aa", "b"));
        Method replace = sum.getClass().getDeclaredMethod("writeReplace");
        replace.setAccessible(true);
        SerializedLambda written = (SerializedLambda) replace.invoke(sum);
        System.out.println(written.getCapturedArgCount() + " " + written.getCapturedArg(1) + " " + written);
        try {
            copy((Runnable) () -> {});
        } catch (NotSerializableException refused) {
            System.out.println(refused.getMessage().startsWith("SerializedLambdas$$Lambda"));
        }
    }
}
