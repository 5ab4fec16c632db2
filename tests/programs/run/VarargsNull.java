// Varargs with null, none, an array, and boxed elements.
public class VarargsNull {
    static String count(Object... items) {
        return items == null ? "null" : items.length + "";
    }

    public static void main(String[] args) {
        System.out.println(count() + " " + count(1) + " " + count(1, "b", null));
        System.out.println(count((Object) null) + " " + count((Object[]) null));
        System.out.println(count(new Object[] {1, 2}) + " " + count((Object) new Object[] {1, 2}));
        System.out.println(count(new int[] {1, 2, 3}) + " " + count(new String[] {"a", "b"}));
        System.out.println(String.format("%s-%s", (Object[]) new String[] {"x", "y"}));
    }
}
