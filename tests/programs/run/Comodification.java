import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.WeakHashMap;

/** Collections that fail, and the views that change what they show. */
class Comodification {
    interface Action { void run(); }

    static void attempt(String name, Action action) {
        try {
            action.run();
            System.out.println(name + ": fine");
        } catch (RuntimeException e) {
            System.out.println(name + ": " + e);
        }
    }

    static void spoil(Collection<Integer> items) {
        for (Integer item : items) {
            if (item == 2) {
                items.remove(item);
            }
        }
    }

    public static void main(String[] args) {
        for (Collection<Integer> items : List.of(new ArrayList<>(List.of(1, 2, 3, 4)), new LinkedList<>(List.of(1, 2, 3, 4)),
                new HashSet<>(List.of(1, 2, 3, 4)), new ArrayDeque<>(List.of(1, 2, 3, 4)), new PriorityQueue<>(List.of(1, 2, 3, 4)))) {
            attempt(items.getClass().getSimpleName(), () -> spoil(items));
        }
        List<Integer> list = new ArrayList<>(List.of(5, 6, 7, 8));
        List<Integer> part = list.subList(1, 3);
        part.set(0, 60);
        part.add(65);
        System.out.println(list + " " + part);
        list.add(9);
        attempt("sublist", () -> part.size());
        attempt("immutable", () -> List.of(1).add(2));
        attempt("unmodifiable", () -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))).put(3, 4));
        attempt("asList", () -> Arrays.asList(1, 2).add(3));
        attempt("null", () -> List.of(1, null));
        attempt("duplicate", () -> Set.of(1, 1));
        attempt("index", () -> list.get(10));
        attempt("empty", () -> new ArrayDeque<Integer>().pop());
        attempt("first", () -> new TreeMap<String, Integer>().firstKey());
        attempt("next", () -> Collections.emptyIterator().next());
        attempt("remove", () -> list.iterator().remove());
        attempt("compare", () -> new TreeMap<Object, Integer>().put(new Object() { public String toString() { return "o"; } }.toString().length() > 0 ? Boolean.class : "", 1));
        attempt("capacity", () -> new ArrayList<>(-1));
        attempt("range", () -> list.subList(3, 1));
        ListIterator<Integer> back = list.listIterator(list.size());
        while (back.hasPrevious()) {
            int value = back.previous();
            if (value % 2 == 0) {
                back.remove();
            } else {
                back.set(value * 10);
            }
        }
        System.out.println(list);
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1, "b", 2, "c", 3));
        map.entrySet().removeIf(entry -> entry.getValue() == 2);
        map.replaceAll((key, value) -> value + key.charAt(0));
        map.keySet().retainAll(Set.of("a", "x"));
        System.out.println(map);
        attempt("compute", () -> map.computeIfAbsent("q", key -> map.put("r", 1)));
        BitSet bits = new BitSet();
        bits.set(3, 9);
        bits.flip(5);
        BitSet other = (BitSet) bits.clone();
        other.and(BitSet.valueOf(new long[] {0xF0}));
        System.out.println(bits + " " + other + " " + bits.cardinality() + " " + bits.nextClearBit(3) + " " + bits.length());
        PriorityQueue<int[]> queue = new PriorityQueue<>((x, y) -> y[1] - x[1]);
        queue.add(new int[] {1, 5});
        queue.add(new int[] {2, 9});
        queue.add(new int[] {3, 7});
        System.out.println(queue.poll()[0] + " " + queue.poll()[0] + " " + queue.size());
        Set<String> ordered = new LinkedHashSet<>(List.of("z", "a", "z".repeat(1) + "y"));
        Iterator<String> iterator = ordered.iterator();
        iterator.next();
        iterator.remove();
        System.out.println(ordered + " " + Collections.max(ordered) + " " + Collections.frequency(List.of(1, 2, 1), 1));
        Spliterator<Integer> left = new ArrayList<>(List.of(1, 2, 3, 4, 5)).spliterator();
        Spliterator<Integer> right = left.trySplit();
        System.out.println(left.estimateSize() + " " + right.estimateSize());
        List<Integer> shuffled = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        Collections.shuffle(shuffled, new java.util.Random(4));
        Collections.rotate(shuffled, 2);
        System.out.println(shuffled + " " + Collections.nCopies(2, "x") + " " + new WeakHashMap<>(Map.of("k", "v")));
    }
}
