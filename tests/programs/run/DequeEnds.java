// ArrayDeque as stack and queue, past its first capacity.

import java.util.*;

public class DequeEnds {
    public static void main(String[] args) {
        Deque<Integer> deque = new ArrayDeque<>(2);
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) deque.addFirst(i);
            else deque.addLast(i);
        }
        System.out.println(deque);
        deque.push(100);
        System.out.println(deque.pop() + " " + deque.pollLast() + " " + deque.peekFirst() + " " + deque.removeFirstOccurrence(4) + " " + deque.size());
        Iterator<Integer> back = deque.descendingIterator();
        System.out.println(back.next() + " " + back.next());
        try {
            deque.add(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        deque.clear();
        System.out.println(deque.poll());
        deque.removeFirst();
    }
}
