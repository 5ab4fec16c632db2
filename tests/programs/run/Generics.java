// Generic classes and methods, bounded types, wildcards, bridge methods, heap pollution.
import java.util.*;
class Generics {
    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        final T value; Box(T v) { value = v; }
        public int compareTo(Box<T> o) { return value.compareTo(o.value); }
        public String toString() { return "Box(" + value + ")"; }
    }
    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) { Iterator<? extends T> i = c.iterator(); T best = i.next(); while (i.hasNext()) { T x = i.next(); if (x.compareTo(best) > 0) best = x; } return best; }
    static double sum(List<? extends Number> l) { double s = 0; for (Number n : l) s += n.doubleValue(); return s; }
    @SafeVarargs static <T> List<T> listOf(T... xs) { return new ArrayList<>(Arrays.asList(xs)); }
    static class Node<K, V> { K k; V v; Node<K, V> next; Node(K k, V v, Node<K, V> n) { this.k = k; this.v = v; next = n; } }
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        System.out.println(max(listOf(new Box<>(3), new Box<>(9), new Box<>(5))) + " " + max(Arrays.asList("b", "c", "a")) + " " + sum(listOf(1, 2.5, 3L)));
        List raw = new ArrayList<String>(); raw.add(5);
        List<String> strings = raw;
        try { String s = strings.get(0); } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        Node<String, Integer> list = null;
        for (int i = 0; i < 4; i++) list = new Node<>("k" + i, i, list);
        int total = 0; for (Node<String, Integer> n = list; n != null; n = n.next) total += n.v;
        System.out.println(total + list.k);
    }
}
