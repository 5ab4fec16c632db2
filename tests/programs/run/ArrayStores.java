// Covariant arrays check what is stored.
public class ArrayStores {
    public static void main(String[] args) {
        Object[] objects = new String[] {"a", "b"};
        objects[0] = "c";
        try {
            objects[1] = 1;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        Object[] nested = new Integer[2][];
        nested[0] = new Integer[] {1};
        nested[1] = null;
        try {
            nested[0] = new Object[1];
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(nested instanceof Object[][]);
        System.out.println(objects.getClass().getName() + " " + nested.getClass().getName() + " " + new int[0][0].getClass());
        Number[] numbers = new Long[1];
        numbers[0] = 2.5;
    }
}
