// A constructor that calls an override sees default values.
public class VirtualInConstructor {
    static class Base {
        Base() {
            System.out.println("base sees " + describe());
        }

        String describe() {
            return "base";
        }
    }

    static class Derived extends Base {
        final int constant = 7;
        final Integer boxed = 8;
        String text = "set";

        Derived() {
            super();
            System.out.println("derived sees " + describe());
        }

        @Override
        String describe() {
            return constant + " " + boxed + " " + text;
        }
    }

    public static void main(String[] args) {
        new Derived();
    }
}
