// Streams: map, filter, collect, reduce, grouping, flatMap, ranges, sorting.
import java.util.*;
import java.util.stream.*;
class Streams {
    record Person(String name, int age, String city) {}
    public static void main(String[] args) {
        List<Person> people = List.of(new Person("Ann", 30, "Oslo"), new Person("Bob", 25, "Rome"), new Person("Cid", 35, "Oslo"), new Person("Dan", 25, "Paris"));
        System.out.println(people.stream().filter(p -> p.age() > 26).map(Person::name).collect(Collectors.toList()));
        Map<String, Long> byCity = people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.counting()));
        System.out.println(byCity);
        System.out.println(people.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println(people.stream().sorted(Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder())).map(Person::name).collect(Collectors.joining(", ", "[", "]")));
        System.out.println(IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.range(0, 20).boxed().filter(i -> i % 3 == 0).map(i -> i * i).limit(4).toList());
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).mapToInt(Integer::intValue).sum() + " " + Stream.of("a b", "c").flatMap(s -> Arrays.stream(s.split(" "))).count());
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.city().equals("Oslo"), Collectors.mapping(Person::name, Collectors.toSet()))));
        System.out.println(Stream.of(5, 3, 8).max(Integer::compare).get() + " " + Stream.of(1, 2, 3).anyMatch(x -> x > 2) + Stream.empty().findFirst().isPresent() + DoubleStream.of(1, 2, 4).average().getAsDouble());
        System.out.println(Stream.of("x", "y", "x").distinct().collect(Collectors.toMap(s -> s, String::hashCode)) + " " + "hello".chars().mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining("|")));
        System.out.println(Stream.of(1, 2, 3, 4, 5).skip(1).peek(x -> {}).takeWhile(x -> x < 5).collect(Collectors.averagingInt(x -> x)) + " " + Arrays.stream(new int[] {3, 1, 2}).sorted().boxed().toList());
        try { Stream<Integer> s = Stream.of(1); s.count(); s.count(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Deque<Integer> deque = IntStream.iterate(10, i -> i - 3).limit(3).boxed().collect(Collectors.toCollection(ArrayDeque::new));
        System.out.println(deque);
    }
}
