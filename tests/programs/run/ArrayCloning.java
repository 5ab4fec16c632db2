// clone copies one level, of any element type.
public class ArrayCloning {
    public static void main(String[] args) {
        int[] flat = {1, 2, 3};
        int[] copy = flat.clone();
        copy[0] = 9;
        System.out.println(flat[0] + " " + copy[0]);
        int[][] deep = {{1}, {2}};
        int[][] shallow = deep.clone();
        shallow[0][0] = 7;
        shallow[1] = null;
        System.out.println(deep[0][0] + " " + deep[1][0]);
        System.out.println(flat.equals(flat.clone()) + " " + (deep.clone()[0] == deep[0]));
        Object[] strings = new String[] {"s"}.clone();
        System.out.println(strings.getClass().getSimpleName());
    }
}
