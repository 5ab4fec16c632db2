// Operator precedence and associativity.
public class Precedence {
    public static void main(String[] args) {
        System.out.println(1 + 2 * 3 % 4 - 5);
        System.out.println(1 << 2 + 1);
        System.out.println((5 & 6) == 4 ? 1 : 0 | 8);
        System.out.println(true || false && false);
        System.out.println(!true ^ true);
        System.out.println(-2 * -3 - -4);
        int a = 3;
        System.out.println(a++ + ++a * a--);
        System.out.println(a);
        int b, c;
        b = c = a;
        System.out.println(b + c);
        System.out.println(7 - 3 - 2 + " " + (7 - (3 - 2)) + " " + 100 / 10 / 5);
        System.out.println(1 + 1 + "=" + 1 + 1);
        System.out.println(~5 + 1 + " " + -~5 + " " + (byte) 200 / 2);
        System.out.println(5 > 3 == true);
    }
}
