// A hand-written iterator in for-each, forEachRemaining and spliterators.

import java.util.*;
import java.util.stream.*;

public class IteratorProtocol {
    record Range(int from, int to) implements Iterable<Integer> {
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = from;

                public boolean hasNext() {
                    return at < to;
                }

                public Integer next() {
                    if (!hasNext()) throw new NoSuchElementException("past " + to);
                    return at++;
                }
            };
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int x : new Range(1, 5)) sum += x;
        System.out.println(sum);
        new Range(0, 3).forEach(x -> System.out.print(x + " "));
        System.out.println(StreamSupport.stream(new Range(5, 8).spliterator(), false).map(x -> x * x).toList());
        Iterator<Integer> iterator = new Range(0, 2).iterator();
        iterator.forEachRemaining(x -> System.out.println(x));
        try {
            iterator.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        iterator.next();
    }
}
