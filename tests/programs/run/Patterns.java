// Pattern matching for instanceof, sealed types, switch expressions over enums.
import java.util.List;
class Patterns {
    sealed interface Expr permits Num, Add, Neg {}
    record Num(int value) implements Expr {}
    record Add(Expr left, Expr right) implements Expr {}
    record Neg(Expr of) implements Expr {}
    static int eval(Expr e) {
        if (e instanceof Num n) return n.value();
        if (e instanceof Add a) return eval(a.left()) + eval(a.right());
        if (e instanceof Neg n && n.of() != null) return -eval(n.of());
        throw new IllegalArgumentException();
    }
    static String describe(Object o) {
        if (!(o instanceof String s)) return "not a string";
        return s.length() > 2 ? "long " + s : "short " + s;
    }
    public static void main(String[] args) {
        System.out.println(eval(new Add(new Num(5), new Neg(new Add(new Num(1), new Num(2))))));
        for (Object o : List.of("ab", "abc", 3)) System.out.println(describe(o));
        var list = List.of(1, 2L, 'c', "s", 1.0);
        for (var o : list) System.out.println(o instanceof Number n ? "number " + n.intValue() : o instanceof Character c ? "char " + (int) c : "other " + o);
    }
}
