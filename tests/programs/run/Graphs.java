import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Graph algorithms over generic containers. */
class Graphs {
    static final class Graph<V extends Comparable<V>> {
        private final Map<V, Map<V, Integer>> edges = new HashMap<>();
        Graph<V> edge(V a, V b, int w) {
            edges.computeIfAbsent(a, k -> new TreeMap<>()).put(b, w);
            edges.computeIfAbsent(b, k -> new TreeMap<>()).put(a, w);
            return this;
        }
        Map<V, Integer> distances(V from) {
            Map<V, Integer> out = new TreeMap<>();
            PriorityQueue<Map.Entry<V, Integer>> queue = new PriorityQueue<>(Map.Entry.<V, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
            queue.add(new AbstractMap.SimpleEntry<>(from, 0));
            while (!queue.isEmpty()) {
                Map.Entry<V, Integer> next = queue.poll();
                if (out.putIfAbsent(next.getKey(), next.getValue()) != null) continue;
                edges.getOrDefault(next.getKey(), Map.of()).forEach((to, w) -> queue.add(Map.entry(to, next.getValue() + w)));
            }
            return out;
        }
        List<V> bfs(V from) {
            LinkedHashSet<V> seen = new LinkedHashSet<>(List.of(from));
            Queue<V> queue = new LinkedList<>(seen);
            while (!queue.isEmpty()) {
                for (V to : edges.get(queue.remove()).keySet()) if (seen.add(to)) queue.offer(to);
            }
            return new ArrayList<>(seen);
        }
        int spanning() {
            record Edge<T>(T a, T b, int w) {}
            List<Edge<V>> all = edges.entrySet().stream().flatMap(e -> e.getValue().entrySet().stream().filter(f -> e.getKey().compareTo(f.getKey()) < 0).map(f -> new Edge<>(e.getKey(), f.getKey(), f.getValue())))
                .sorted(Comparator.<Edge<V>>comparingInt(Edge::w).thenComparing(e -> e.a()).thenComparing(Edge::b)).collect(Collectors.toList());
            Map<V, V> parent = new HashMap<>();
            UnaryOperator<V> find = new UnaryOperator<>() {
                public V apply(V v) { V p = parent.getOrDefault(v, v); if (p.equals(v)) return v; V r = apply(p); parent.put(v, r); return r; }
            };
            int sum = 0;
            for (Edge<V> e : all) {
                V a = find.apply(e.a()), b = find.apply(e.b());
                if (!a.equals(b)) { parent.put(a, b); sum += e.w(); }
            }
            return sum;
        }
    }
    static <T> Stream<List<T>> permutations(List<T> items) {
        if (items.isEmpty()) return Stream.of(List.of());
        return IntStream.range(0, items.size()).boxed().flatMap(i -> {
            List<T> rest = new ArrayList<>(items);
            T head = rest.remove((int) i);
            return permutations(rest).map(tail -> { List<T> out = new ArrayList<>(); out.add(head); out.addAll(tail); return out; });
        });
    }
    static long[][] power(long[][] m, int n) {
        long[][] r = new long[m.length][m.length];
        for (int i = 0; i < m.length; i++) r[i][i] = 1;
        for (; n > 0; n >>= 1, m = times(m, m)) if ((n & 1) == 1) r = times(r, m);
        return r;
    }
    static long[][] times(long[][] a, long[][] b) {
        long[][] c = new long[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) for (int j = 0; j < b[0].length; j++) for (int k = 0; k < b.length; k++) c[i][j] += a[i][k] * b[k][j];
        return c;
    }
    public static void main(String[] args) {
        Graph<String> g = new Graph<String>().edge("a", "b", 7).edge("a", "c", 9).edge("a", "f", 14).edge("b", "c", 10).edge("b", "d", 15).edge("c", "d", 11).edge("c", "f", 2).edge("d", "e", 6).edge("e", "f", 9);
        System.out.println(g.distances("a") + " " + g.bfs("d") + " " + g.spanning());
        System.out.println(permutations(List.of(1, 2, 3)).map(Object::toString).collect(Collectors.joining(" ")));
        System.out.println(permutations(List.of('a', 'b', 'c', 'd')).filter(p -> p.indexOf('a') < p.indexOf('b')).count());
        System.out.println(Arrays.deepToString(power(new long[][] {{1, 1}, {1, 0}}, 80)));
        int[] memo = new int[50];
        IntUnaryOperator[] fib = new IntUnaryOperator[1];
        fib[0] = n -> n < 2 ? n : memo[n] != 0 ? memo[n] : (memo[n] = fib[0].applyAsInt(n - 1) + fib[0].applyAsInt(n - 2));
        System.out.println(fib[0].applyAsInt(49));
        System.out.println(Stream.iterate(new long[] {0, 1}, p -> new long[] {p[1], p[0] + p[1]}).mapToLong(p -> p[0]).limit(15).boxed().map(String::valueOf).collect(Collectors.joining(",")));
        System.out.println(IntStream.iterate(27, n -> n != 1, n -> n % 2 == 0 ? n / 2 : 3 * n + 1).summaryStatistics());
        System.out.println(Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(3, 'x', 1, 'y'))).tailMap(2) + " " + new TreeSet<>(List.of(5, 1, 9)).ceiling(6));
        NavigableMap<Integer, String> nav = new TreeMap<>(Comparator.reverseOrder());
        for (int i = 0; i < 10; i++) nav.put(i * i, "s" + i);
        System.out.println(nav.headMap(25, true) + " " + nav.floorKey(30) + " " + nav.pollFirstEntry() + " " + nav.descendingMap().firstKey());
    }
}
