// Classic bit tricks: swap, sign, power of two, Gray code, popcount.
public class BitTricks {
    static int popcount(int x) {
        int n = 0;
        for (; x != 0; x &= x - 1) n++;
        return n;
    }

    public static void main(String[] args) {
        int a = 12, b = 99;
        a ^= b;
        b ^= a;
        a ^= b;
        System.out.println(a + " " + b);
        for (int i = 0; i < 8; i++) System.out.print(Integer.toBinaryString(i ^ i >> 1) + " ");
        System.out.println();
        System.out.println(popcount(-1) + " " + popcount(255) + " " + ((64 & 63) == 0) + " " + (-5 >> 31 | 1));
        System.out.println((true ^ true) + " " + (true | false) + " " + (false & true) + " " + (6 & 3 | 8 ^ 1));
    }
}
