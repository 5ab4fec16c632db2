// Loops over arrays: primes, greatest common divisors, Collatz.
public class SieveAndGcd {
    public static void main(String[] args) {
        boolean[] composite = new boolean[100];
        int primes = 0;
        for (int i = 2; i < composite.length; i++) {
            if (composite[i]) continue;
            primes++;
            for (int j = i * i; j < composite.length; j += i) composite[j] = true;
        }
        System.out.println(primes);
        int a = 1071, b = 462;
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        System.out.println(a);
        long n = 27;
        int steps = 0;
        for (; n != 1; steps++) n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
        System.out.println(steps);
    }
}
