// Operations of BitSet.

import java.util.*;

public class BitSets {
    public static void main(String[] args) {
        BitSet sieve = new BitSet(60);
        sieve.set(2, 60);
        for (int i = 2; i * i < 60; i = sieve.nextSetBit(i + 1)) {
            for (int j = i * i; j < 60; j += i) sieve.clear(j);
        }
        System.out.println(sieve + " " + sieve.cardinality() + " " + sieve.length());
        BitSet even = new BitSet();
        for (int i = 0; i < 60; i += 2) even.flip(i);
        sieve.and(even);
        System.out.println(sieve + " " + even.nextClearBit(4) + " " + even.intersects(sieve) + " " + even.previousSetBit(31));
        System.out.println(Arrays.toString(even.toLongArray()) + " " + even.get(200));
    }
}
