import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Map;

/** Dynamic proxies and generic reflection. */
class Proxies {
    interface Greeter {
        String greet(String name, int times);
        default int twice(int n) { return 2 * n; }
        void fail() throws java.io.IOException;
    }

    static abstract class Shelf<T> {
        protected Map<String, List<T>> content;
        abstract <E extends Exception> T take(List<? super T> into) throws E;
    }

    public static void main(String[] args) throws Exception {
        InvocationHandler handler = (proxy, method, given) -> switch (method.getName()) {
            case "greet" -> "hi " + given[0] + given[1];
            case "twice" -> (int) given[0] * 20;
            case "toString" -> "a proxy";
            case "hashCode" -> 12;
            default -> throw new Exception("checked");
        };
        Greeter greeter = (Greeter) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Greeter.class}, handler);
        System.out.println(greeter.greet("you", 3) + " " + greeter.twice(4) + " " + greeter + " " + greeter.hashCode());
        System.out.println(Proxy.isProxyClass(greeter.getClass()) + " " + (greeter instanceof Greeter));
        try {
            greeter.fail();
        } catch (UndeclaredThrowableException e) {
            System.out.println(e.getCause().getMessage());
        }
        Method take = Shelf.class.getDeclaredMethod("take", List.class);
        System.out.println(take);
        System.out.println(take.toGenericString());
        System.out.println(Shelf.class.getDeclaredField("content").getGenericType());
        ParameterizedType type = (ParameterizedType) Shelf.class.getDeclaredField("content").getGenericType();
        System.out.println(type.getRawType() + " " + type.getActualTypeArguments()[1]);
        System.out.println(Modifier.toString(Shelf.class.getModifiers()) + " " + Shelf.class.getTypeParameters()[0].getName());
        Parameter parameter = take.getParameters()[0];
        System.out.println(parameter.getName() + " " + parameter.getParameterizedType());
        try {
            Integer.class.getMethod("parseInt", String.class).invoke(null, "x");
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        try {
            String.class.getMethod("length").invoke(3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Proxies.class.getMethod("absent");
        } catch (NoSuchMethodException e) {
            System.out.println(e.getMessage());
        }
    }
}
