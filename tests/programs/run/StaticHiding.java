// Static methods and fields are hidden, not overridden.
public class StaticHiding {
    static class Parent {
        static String name = "parent";
        String field = "parent field";

        static String who() {
            return name;
        }
    }

    static class Child extends Parent {
        static String name = "child";
        String field = "child field";

        static String who() {
            return name;
        }
    }

    public static void main(String[] args) {
        Parent parent = new Child();
        System.out.println(parent.who() + " " + parent.name + " " + parent.field);
        System.out.println(Child.who() + " " + ((Child) parent).field + " " + ((Parent) new Child()).field);
        Parent none = null;
        System.out.println(none.who());
    }
}
