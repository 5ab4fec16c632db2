// MIN_VALUE / -1, signs of remainders, and division by zero.
public class DivisionEdges {
    public static void main(String[] args) {
        System.out.println(Integer.MIN_VALUE / -1 + " " + Integer.MIN_VALUE % -1 + " " + Long.MIN_VALUE / -1L + " " + Long.MIN_VALUE % -1);
        System.out.println(-7 / 2 + " " + -7 % 2 + " " + 7 % -2 + " " + Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2));
        System.out.println(5.0 % 3 + " " + -5.5 % 2 + " " + 5 % 0.0 + " " + 1 / 0.0 + " " + -1 / 0.0 + " " + 0 / 0.0);
        int zero = 0;
        try {
            System.out.println(1 / zero);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(1L % zero);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        zero /= zero;
    }
}
