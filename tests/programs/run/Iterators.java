// Own Iterable and Iterator, Optional, Comparable, equals and hashCode in collections.
import java.util.*;
class Iterators {
    static class Range implements Iterable<Integer> {
        final int lo, hi; Range(int lo, int hi) { this.lo = lo; this.hi = hi; }
        public Iterator<Integer> iterator() { return new Iterator<>() { int at = lo; public boolean hasNext() { return at < hi; } public Integer next() { if (!hasNext()) throw new NoSuchElementException("at " + at); return at++; } }; }
    }
    static class Key implements Comparable<Key> { final String s; Key(String s) { this.s = s; } public boolean equals(Object o) { return o instanceof Key k && k.s.equals(s); } public int hashCode() { return s.length(); } public int compareTo(Key o) { return o.s.compareTo(s); } public String toString() { return s; } }
    public static void main(String[] args) {
        int total = 0;
        for (int x : new Range(1, 5)) total += x;
        System.out.println(total);
        Iterator<Integer> it = new Range(0, 1).iterator(); it.next();
        try { it.next(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        try { it.remove(); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        Set<Key> hash = new HashSet<>(), tree = new TreeSet<>();
        for (String s : "one two six three one ten four".split(" ")) { hash.add(new Key(s)); tree.add(new Key(s)); }
        System.out.println(hash.size() + " " + tree + " " + hash.contains(new Key("ten")));
        Optional<String> o = Optional.of("v");
        System.out.println(o + " " + o.map(String::length).get() + Optional.empty() + Optional.ofNullable(null).isPresent() + o.or(() -> Optional.of("w")).get());
        try { Optional.empty().get(); } catch (NoSuchElementException e) { System.out.println(e.getMessage()); }
        new Range(0, 3).forEach(x -> System.out.print(x + ";"));
        System.out.println();
    }
}
