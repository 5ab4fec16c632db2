// A pattern variable's scope follows the flow of control.
public class PatternScope {
    static String describe(Object o) {
        if (!(o instanceof String s)) {
            return o instanceof Integer i && i > 5 ? "big " + i : "other";
        }
        return s.length() + " letters";
    }

    static int count(Object o) {
        int n = 0;
        while (!(o instanceof Integer i)) {
            n++;
            o = o instanceof Object[] array && array.length > 0 ? array[0] : Integer.valueOf(100);
        }
        return n + i;
    }

    public static void main(String[] args) {
        System.out.println(describe("four") + " " + describe(7) + " " + describe(3) + " " + describe(null));
        System.out.println(count(new Object[] {new Object[] {new Object[] {5}}}));
        System.out.println(count("x"));
    }
}
