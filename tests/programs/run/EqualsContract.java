// An equals without hashCode misleads a hash set.

import java.util.*;

public class EqualsContract {
    static class Good {
        final int x;

        Good(int x) {
            this.x = x;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Good good && good.x == x;
        }

        @Override
        public int hashCode() {
            return Objects.hash(x);
        }
    }

    static class Overloaded {
        public boolean equals(Overloaded other) {
            return true;
        }
    }

    public static void main(String[] args) {
        System.out.println(new HashSet<>(List.of(new Good(1), new Good(2))).contains(new Good(2)));
        System.out.println(new Overloaded().equals(new Overloaded()) + " " + new Overloaded().equals((Object) new Overloaded()));
        System.out.println(List.of(new Overloaded()).contains(new Overloaded()));
        System.out.println(Objects.equals(null, null) + " " + Objects.hash(1, "a", null) + " " + Objects.hashCode(null) + " " + Objects.toString(null, "none"));
        System.out.println(new Good(3).hashCode());
        Objects.requireNonNull(null, "a message");
    }
}
