// Inner classes reach each enclosing object by its qualified this.
public class InnerOuterThis {
    String name = "outer";

    class Middle {
        String name = "middle";

        class Innermost {
            String name = "inner";

            String all() {
                return name + " " + this.name + " " + Middle.this.name + " " + InnerOuterThis.this.name;
            }
        }
    }

    public static void main(String[] args) {
        InnerOuterThis outer = new InnerOuterThis();
        InnerOuterThis.Middle middle = outer.new Middle();
        Middle.Innermost inner = middle.new Innermost();
        System.out.println(inner.all());
        outer.name = "changed";
        System.out.println(inner.all());
        try {
            InnerOuterThis none = null;
            none.new Middle();
        } catch (NullPointerException e) {
            System.out.println("no outer object");
        }
    }
}
