// strictfp changes nothing since 17.
public class StrictFp {
    strictfp static double product(double a, double b) {
        return a * b / b;
    }

    public static void main(String[] args) {
        System.out.println(product(1e308, 10));
        System.out.println(product(3, 1e-320));
        System.out.println(product(0.1, 0.3));
    }
}
