// Generic and nested records, with interfaces and static members.

import java.util.function.*;

public class RecordGeneric {
    record Pair<A, B>(A first, B second) implements Comparable<Pair<A, B>> {
        static int made;

        Pair {
            made++;
        }

        <C> Pair<A, C> with(Function<? super B, ? extends C> f) {
            return new Pair<>(first, f.apply(second));
        }

        public int compareTo(Pair<A, B> other) {
            return first.toString().compareTo(other.first.toString());
        }
    }

    public static void main(String[] args) {
        var pair = new Pair<>("a", 1);
        System.out.println(pair.with(x -> x + 0.5).with(x -> new Pair<>(x, 'c')));
        System.out.println(pair.compareTo(new Pair<>("b", 0)) + " " + Pair.made);
        record Local(int... numbers) {}
        System.out.println(new Local(1, 2, 3).numbers().length);
    }
}
