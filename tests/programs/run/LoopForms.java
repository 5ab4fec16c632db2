// Loops with several variables, empty bodies and do-while.
public class LoopForms {
    public static void main(String[] args) {
        for (int i = 0, j = 10; i < j; i += 2, j--) System.out.print(i + ":" + j + " ");
        System.out.println();
        int n = 0;
        while (n++ < 5) ;
        System.out.println(n);
        do n -= 2; while (n > 0);
        System.out.println(n);
        int count = 0;
        for (byte b = 0; b >= 0; b++) count++;
        System.out.println(count);
        for (float f = 0; f < 0.5f; f += 0.1f) System.out.print(f + " ");
        System.out.println();
        for (char c = 'a'; c <= 'e'; c++) System.out.print(c);
        System.out.println();
        for (String s : new String[0]) System.out.println("unreachable");
    }
}
