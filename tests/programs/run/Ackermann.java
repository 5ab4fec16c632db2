// Deep recursion with small results.
public class Ackermann {
    static int ackermann(int m, int n) {
        if (m == 0) return n + 1;
        if (n == 0) return ackermann(m - 1, 1);
        return ackermann(m - 1, ackermann(m, n - 1));
    }

    static void hanoi(int n, char from, char to, char over) {
        if (n == 0) return;
        hanoi(n - 1, from, over, to);
        System.out.print("" + from + to + " ");
        hanoi(n - 1, over, to, from);
    }

    public static void main(String[] args) {
        System.out.println(ackermann(2, 5));
        hanoi(4, 'a', 'c', 'b');
        System.out.println();
    }
}
