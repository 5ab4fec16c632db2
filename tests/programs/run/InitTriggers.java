// What initializes a class and what does not.
public class InitTriggers {
    static class Loud {
        static final int CONSTANT = 1;
        static int field = 2;

        static {
            System.out.println("Loud");
        }

        static void method() {}
    }

    static class Child extends Loud {
        static {
            System.out.println("Child");
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Loud.CONSTANT);
        Loud[] array = new Loud[1];
        System.out.println(Loud.class.getSimpleName() + " " + (array[0] instanceof Loud));
        System.out.println("reading through the child");
        System.out.println(Child.field);
        System.out.println("making a child");
        new Child();
    }
}
