// Names of classes, arrays, primitives and nested classes.
public class ClassLiterals {
    interface Face {}

    enum Color { RED { } }

    static class Nested<T> {}

    public static void main(String[] args) {
        class Local {}
        Object anonymous = new Object() {};
        for (Class<?> c : new Class<?>[] {int.class, void.class, String.class, int[].class, String[][].class, Face.class, Nested.class, Local.class,
            anonymous.getClass(), Color.RED.getClass(), java.util.Map.Entry.class}) {
            System.out.println(c.getName() + " | " + c.getSimpleName() + " | " + c.getTypeName() + " | " + c);
        }
        System.out.println((Integer.class == int.class) + " " + (Integer.TYPE == int.class) + " " + new Nested<String>().getClass().equals(new Nested<Integer>().getClass()));
        System.out.println(Color.RED.getClass() == Color.class);
        System.out.println(Color.RED.getDeclaringClass() == Color.class);
        System.out.println(Number.class.isAssignableFrom(Integer.class) + " " + Face.class.isInterface() + " " + int[].class.getComponentType() + " " + Integer.class.getSuperclass());
    }
}
