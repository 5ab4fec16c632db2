// A method reference to super and to this.

import java.util.function.*;

public class SuperReference {
    static class Base {
        String name() {
            return "base";
        }
    }

    static class Derived extends Base {
        String name() {
            return "derived";
        }

        String both() {
            Supplier<String> up = super::name;
            Supplier<String> here = this::name;
            return up.get() + " " + here.get();
        }
    }

    public static void main(String[] args) {
        System.out.println(new Derived().both());
    }
}
