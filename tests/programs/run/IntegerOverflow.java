// Integer arithmetic wraps around.
public class IntegerOverflow {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE;
        int min = Integer.MIN_VALUE;
        System.out.println(max + 1);
        System.out.println(min - 1);
        System.out.println(max * max + " " + min * min + " " + max * 2);
        System.out.println(-min + " " + Math.abs(min));
        System.out.println(Long.MAX_VALUE + 1 + " " + -Long.MIN_VALUE);
        int i = max;
        i++;
        System.out.println(i);
        System.out.println((max + 1L) + " " + (long) (max + 1));
    }
}
