// Overloads are chosen by static types: widening, then boxing, then varargs.
public class OverloadChoice {
    static String f(long x) {
        return "long";
    }

    static String f(Integer x) {
        return "Integer";
    }

    static String f(Object x) {
        return "Object";
    }

    static String f(int... x) {
        return "int...";
    }

    static String g(Object x) {
        return "Object";
    }

    static String g(String x) {
        return "String";
    }

    public static void main(String[] args) {
        System.out.println(f(1) + " " + f((short) 1) + " " + f(1L) + " " + f(1.0f) + " " + f('c'));
        System.out.println(f(Integer.valueOf(1)) + " " + f() + " " + f(1, 2));
        Object text = "text";
        System.out.println(g(text) + " " + g("text") + " " + g(null));
    }
}
