// Double dispatch by a generic visitor.
public class Visitors {
    interface Visitor<R> {
        R number(int value);

        R negate(Expr inner);
    }

    interface Expr {
        <R> R accept(Visitor<R> visitor);

        static Expr number(int value) {
            return new Expr() {
                public <R> R accept(Visitor<R> visitor) {
                    return visitor.number(value);
                }
            };
        }

        static Expr negate(Expr inner) {
            return new Expr() {
                public <R> R accept(Visitor<R> visitor) {
                    return visitor.negate(inner);
                }
            };
        }
    }

    static class Show implements Visitor<String> {
        public String number(int value) {
            return "" + value;
        }

        public String negate(Expr inner) {
            return "-(" + inner.accept(this) + ")";
        }
    }

    static class Eval implements Visitor<Integer> {
        public Integer number(int value) {
            return value;
        }

        public Integer negate(Expr inner) {
            return -inner.accept(this);
        }
    }

    public static void main(String[] args) {
        Expr expr = Expr.negate(Expr.negate(Expr.negate(Expr.number(5))));
        System.out.println(expr.accept(new Show()) + " = " + expr.accept(new Eval()));
    }
}
