// Sorting objects keeps equal elements in order, also for long arrays.

import java.util.*;

public class StableSort {
    public static void main(String[] args) {
        Integer[] numbers = new Integer[100];
        for (int i = 0; i < 100; i++) numbers[i] = i * 37 % 100;
        Arrays.sort(numbers, Comparator.comparing(x -> x % 7));
        System.out.println(Arrays.toString(numbers));
        int[] plain = new int[200];
        for (int i = 0; i < 200; i++) plain[i] = i * 7919 % 211;
        Arrays.sort(plain);
        System.out.println(plain[0] + " " + plain[99] + " " + plain[199]);
    }
}
