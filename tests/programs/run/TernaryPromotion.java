// The type of a conditional expression.
public class TernaryPromotion {
    public static void main(String[] args) {
        char x = 'X';
        int i = 0;
        System.out.println(true ? x : 0);
        System.out.println(true ? x : i);
        System.out.println(false ? 1 : 'b');
        Object o = true ? 1 : 2.0;
        System.out.println(o);
        Object p = true ? (Object) 1 : 2.0;
        System.out.println(p);
        Object q = true ? Integer.valueOf(1) : Double.valueOf(2);
        System.out.println(q);
        Object r = true ? null : 0;
        System.out.println(r);
        long l = true ? 1 : 2L;
        System.out.println(((Object) (true ? 1 : 2L)).getClass());
        System.out.println(((Object) (false ? (byte) 1 : 'c')).getClass());
    }
}
