// Streams pull one element at a time, and only when asked.

import java.util.stream.*;

public class StreamLaziness {
    public static void main(String[] args) {
        Stream<Integer> stream = Stream.of(1, 2, 3, 4, 5)
            .peek(x -> System.out.println("see " + x))
            .filter(x -> x % 2 == 0)
            .map(x -> x * 10);
        System.out.println("nothing yet");
        System.out.println(stream.findFirst().get());
        try {
            stream.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Stream.of(1, 2, 3).peek(x -> System.out.println("never")).count());
        System.out.println(Stream.of(3, 1, 2).sorted().peek(x -> System.out.println("sorted " + x)).anyMatch(x -> x == 2));
    }
}
