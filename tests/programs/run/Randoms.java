// Random with a seed: every kind of draw.
import java.util.*;
class Randoms {
    public static void main(String[] args) {
        Random r = new Random(12345);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextFloat() + " " + r.nextBoolean() + " " + r.nextGaussian());
        byte[] b = new byte[4]; r.nextBytes(b);
        System.out.println(Arrays.toString(b) + " " + r.ints(3, 0, 10).boxed().toList() + " " + r.nextInt(5, 10));
        SplittableRandom s = new SplittableRandom(1);
        System.out.println(s.nextInt(1000) + " " + s.split().nextLong());
        UUID u = new UUID(1L, 2L);
        System.out.println(u + " " + Math.abs(new Random(1).nextInt() % 7));
    }
}
