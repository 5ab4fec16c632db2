// toString, equals and clone inherited from Object.
public class ObjectMethods {
    static class Plain implements Cloneable {
        int[] data = {1, 2};

        @Override
        public Plain clone() throws CloneNotSupportedException {
            return (Plain) super.clone();
        }
    }

    static class Not {
        Object copy() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    public static void main(String[] args) throws Exception {
        Plain plain = new Plain();
        Plain copy = plain.clone();
        System.out.println((plain == copy) + " " + plain.equals(copy) + " " + (plain.data == copy.data) + " " + copy.getClass().getSimpleName());
        System.out.println(plain.toString().startsWith("ObjectMethods$Plain@") + " " + (plain.hashCode() == plain.hashCode()));
        new Not().copy();
    }
}
