// Two methods that call each other.
public class MutualRecursion {
    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int female(int n) {
        return n == 0 ? 1 : n - male(female(n - 1));
    }

    static int male(int n) {
        return n == 0 ? 0 : n - female(male(n - 1));
    }

    public static void main(String[] args) {
        System.out.println(even(100) + " " + odd(7) + " " + even(33));
        for (int i = 0; i < 15; i++) System.out.print(female(i) + "/" + male(i) + " ");
        System.out.println();
    }
}
