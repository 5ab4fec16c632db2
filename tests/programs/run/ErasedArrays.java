// A generic array is an array of the erasure.
public class ErasedArrays {
    static <T> T[] pair(T... items) {
        return items;
    }

    static <T> T[] indirect(T a, T b) {
        return pair(a, b);
    }

    public static void main(String[] args) {
        System.out.println(pair("a", "b").getClass().getSimpleName());
        try {
            String[] strings = indirect("a", "b");
            System.out.println(strings.length);
        } catch (ClassCastException e) {
            System.out.println("the array is " + ((Object) ErasedArrays.<Object>indirect("a", "b")).getClass().getSimpleName());
        }
    }
}
