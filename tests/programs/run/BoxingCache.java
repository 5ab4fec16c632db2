// Small boxed integers are shared, large ones and new ones are not.
public class BoxingCache {
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c <= d && c >= d));
        Long l = 127L;
        System.out.println(l.equals(127) + " " + l.equals(127L) + " " + (l == 127));
        Character x = 'a', y = 'a';
        Byte p = -128, q = -128;
        System.out.println((x == y) + " " + (p == q) + " " + (Boolean.valueOf(true) == Boolean.TRUE));
        Double e = 1.0, f = 1.0;
        System.out.println((e == f) + " " + e.equals(f) + " " + new Object().equals(null));
        a++;
        System.out.println(a + " " + b);
        Object o = 1;
        System.out.println(o.equals(1L) + " " + (o instanceof Number) + " " + ((Number) o).doubleValue());
    }
}
