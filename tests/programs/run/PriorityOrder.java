// PriorityQueue polls in order but iterates as a heap.

import java.util.*;

public class PriorityOrder {
    public static void main(String[] args) {
        PriorityQueue<Integer> queue = new PriorityQueue<>(List.of(5, 1, 8, 3, 9, 2));
        System.out.println(queue);
        queue.add(0);
        queue.remove(8);
        System.out.println(queue + " " + queue.peek());
        StringBuilder text = new StringBuilder();
        while (!queue.isEmpty()) text.append(queue.poll()).append(' ');
        System.out.println(text);
        PriorityQueue<String> longest = new PriorityQueue<>(Comparator.comparing(String::length).reversed());
        Collections.addAll(longest, "a", "ccc", "bb");
        System.out.println(longest.poll() + longest.poll() + longest.poll() + longest.poll());
    }
}
