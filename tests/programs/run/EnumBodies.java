// Enum constants with bodies, fields and abstract methods.
public class EnumBodies {
    enum Op {
        ADD("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        SUB("-") {
            int apply(int a, int b) {
                return a - b;
            }

            @Override
            public String toString() {
                return "minus";
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    public static void main(String[] args) {
        for (Op op : Op.values()) System.out.println(op + " " + op.name() + " " + op.sign + " " + op.ordinal() + " " + op.apply(7, 3));
        System.out.println(Op.valueOf("SUB") == Op.SUB);
        System.out.println(Op.values() == Op.values());
        Op.valueOf("minus");
    }
}
