// java.util.Random with a seed is a fixed sequence.

import java.util.*;

public class SeededRandom {
    public static void main(String[] args) {
        Random random = new Random(2024);
        System.out.println(random.nextInt() + " " + random.nextInt(100) + " " + random.nextLong() + " " + random.nextBoolean());
        System.out.println(random.nextDouble() + " " + random.nextFloat() + " " + random.nextGaussian());
        byte[] bytes = new byte[5];
        random.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes) + " " + random.nextInt(1 << 20) + " " + random.nextInt(5, 10));
        System.out.println(Arrays.toString(random.ints(5, 0, 10).toArray()));
        random.nextInt(0);
    }
}
