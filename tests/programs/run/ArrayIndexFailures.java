// Messages of index and size failures of arrays.
public class ArrayIndexFailures {
    static void attempt(Runnable run) {
        try {
            run.run();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        int[] a = new int[3];
        int minus = -5;
        attempt(() -> System.out.println(a[3]));
        attempt(() -> a[minus] = 1);
        attempt(() -> System.out.println(new int[minus].length));
        attempt(() -> System.out.println(new String[2][minus].length));
        attempt(() -> System.out.println(new int[0][minus].length));
        attempt(() -> System.out.println("abc".charAt(5)));
        attempt(() -> System.out.println("abc".substring(2, 1)));
        attempt(() -> System.out.println(new StringBuilder("ab").deleteCharAt(7)));
        attempt(() -> System.arraycopy(a, 2, a, 0, 2));
        attempt(() -> System.arraycopy(a, 0, new long[3], 0, 1));
        a[a.length]++;
    }
}
