// Recursion: factorial, Fibonacci, Ackermann, mutual recursion, deep recursion.
class Recursion {
    static long fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
    static boolean even(int n) { return n == 0 || odd(n - 1); }
    static boolean odd(int n) { return n != 0 && even(n - 1); }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static void hanoi(int n, char a, char b, char c, int[] moves) { if (n > 0) { hanoi(n - 1, a, c, b, moves); moves[0]++; hanoi(n - 1, c, b, a, moves); } }
    public static void main(String[] args) {
        System.out.println(fact(20) + " " + fib(18) + " " + ack(2, 3) + " " + even(101) + " " + depth(3000));
        int[] moves = {0};
        hanoi(8, 'a', 'b', 'c', moves);
        System.out.println(moves[0]);
    }
}
