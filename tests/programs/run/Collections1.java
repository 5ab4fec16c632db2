// Lists, sets, maps, deques, iteration orders, iterators and their failures.
import java.util.*;
class Collections1 {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) list.add(i * 7 % 11);
        Collections.sort(list);
        System.out.println(list + " " + list.indexOf(3) + " " + Collections.max(list));
        list.removeIf(x -> x % 2 == 0);
        System.out.println(list + " " + list.subList(1, 4));
        Map<String, Integer> map = new HashMap<>();
        for (String w : "the quick brown fox jumps over the lazy dog the end".split(" ")) map.merge(w, 1, Integer::sum);
        System.out.println(map);
        System.out.println(new TreeMap<>(map).headMap("k") + " " + map.getOrDefault("cat", 0));
        Map<Integer, String> linked = new LinkedHashMap<>();
        for (int i = 5; i > 0; i--) linked.put(i, "v" + i);
        linked.computeIfAbsent(9, k -> "nine");
        for (Map.Entry<Integer, String> e : linked.entrySet()) System.out.print(e.getKey() + "=" + e.getValue() + " ");
        System.out.println();
        Set<String> set = new HashSet<>(Arrays.asList("b", "a", "c", "b"));
        System.out.println(set + " " + new TreeSet<>(set).first() + " " + set.contains("z"));
        Deque<Integer> deque = new ArrayDeque<>();
        deque.push(1); deque.addLast(2); deque.offerFirst(0);
        System.out.println(deque + " " + deque.pollLast() + deque.pop());
        PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
        queue.addAll(List.of(3, 1, 4, 1, 5, 9, 2, 6));
        StringBuilder sb = new StringBuilder();
        while (!queue.isEmpty()) sb.append(queue.poll());
        System.out.println(sb);
        LinkedList<String> ll = new LinkedList<>(List.of("x", "y"));
        ListIterator<String> it = ll.listIterator();
        while (it.hasNext()) { String s = it.next(); it.set(s + s); it.add("-"); }
        System.out.println(ll);
        try { for (Integer i : list) list.remove(i); } catch (ConcurrentModificationException e) { System.out.println(e); }
        try { List.of(1).add(2); } catch (UnsupportedOperationException e) { System.out.println(e); }
        try { new ArrayList<>().iterator().next(); } catch (NoSuchElementException e) { System.out.println(e); }
        try { new ArrayList<>().get(0); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        BitSet bits = new BitSet(); bits.set(3); bits.set(70);
        System.out.println(bits + " " + bits.cardinality());
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, (x, y) -> y - x);
        System.out.println(Arrays.toString(boxed) + Arrays.asList(boxed) + Arrays.hashCode(new int[] {1, 2}) + Arrays.equals(new int[] {1}, new int[] {1}));
        System.out.println(Map.of("k", 1) + " " + Collections.nCopies(3, "z") + Collections.emptyList() + Collections.unmodifiableList(list));
        List<Integer> shuffled = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        Collections.shuffle(shuffled, new Random(42));
        System.out.println(shuffled);
        Collections.reverse(shuffled); Collections.swap(shuffled, 0, 5);
        System.out.println(shuffled + " " + Collections.frequency(shuffled, 3) + " " + Objects.hash(1, "a", null));
    }
}
