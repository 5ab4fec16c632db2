// Casts and bounds with several types.

import java.util.function.*;

public class IntersectionTypes {
    static <T extends CharSequence & Comparable<T>> String smaller(T a, T b) {
        return (a.compareTo(b) < 0 ? a : b).toString() + a.length();
    }

    interface Marker {
        default String mark() {
            return "marked";
        }
    }

    public static void main(String[] args) {
        System.out.println(smaller("pear", "fig"));
        Supplier<String> marked = (Supplier<String> & Marker) () -> "lambda";
        System.out.println(marked.get() + " " + (marked instanceof Marker) + " " + ((Marker) marked).mark());
        Supplier<String> plain = () -> "plain";
        System.out.println(plain instanceof Marker);
    }
}
