import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collectors: grouping, partitioning, joining, statistics. */
class Grouping {
    record Sale(String region, String item, int amount, double price) {
        double total() {
            return amount * price;
        }
    }

    enum Size { SMALL, MEDIUM, LARGE }

    static Size size(Sale sale) {
        return sale.amount < 3 ? Size.SMALL : sale.amount < 10 ? Size.MEDIUM : Size.LARGE;
    }

    public static void main(String[] args) {
        List<Sale> sales = List.of(
            new Sale("north", "tea", 3, 2.5), new Sale("south", "tea", 12, 2.25), new Sale("north", "cup", 1, 7.0),
            new Sale("east", "pot", 2, 19.99), new Sale("south", "cup", 4, 6.5), new Sale("east", "tea", 30, 2.0));
        Map<String, List<String>> items = sales.stream().collect(
            Collectors.groupingBy(Sale::region, TreeMap::new, Collectors.mapping(Sale::item, Collectors.toList())));
        System.out.println(items);
        Map<Size, Long> sizes = sales.stream().collect(Collectors.groupingBy(Grouping::size, Collectors.counting()));
        System.out.println(new TreeMap<>(sizes));
        Map<Boolean, Double> dear = sales.stream().collect(
            Collectors.partitioningBy(sale -> sale.total() > 20, Collectors.summingDouble(Sale::total)));
        System.out.println(dear);
        System.out.println(sales.stream().map(Sale::item).distinct().sorted().collect(Collectors.joining("|", "<", ">")));
        IntSummaryStatistics ints = sales.stream().mapToInt(Sale::amount).summaryStatistics();
        System.out.println(ints);
        DoubleSummaryStatistics doubles = sales.stream().collect(Collectors.summarizingDouble(Sale::total));
        System.out.println(doubles.getMax() + " " + doubles.getAverage());
        LinkedHashMap<String, Integer> totals = sales.stream().collect(
            Collectors.toMap(Sale::item, Sale::amount, Integer::sum, LinkedHashMap::new));
        System.out.println(totals);
        try {
            sales.stream().collect(Collectors.toMap(Sale::item, Function.identity()));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(sales.stream().sorted(Comparator.comparing(Sale::region).thenComparing(Sale::total, Comparator.reverseOrder()))
            .map(sale -> sale.region().charAt(0) + sale.item()).toList());
        Map<String, Set<Integer>> nested = Stream.of("a1", "b22", "a333", "c1").collect(Collectors.groupingBy(
            text -> text.substring(0, 1), TreeMap::new, Collectors.collectingAndThen(
                Collectors.mapping(String::length, Collectors.toCollection(TreeSet::new)), TreeSet::descendingSet)));
        System.out.println(nested);
        System.out.println(IntStream.rangeClosed(1, 20).boxed().collect(Collectors.reducing(0, n -> n * n, Integer::sum)));
        System.out.println(Stream.iterate(1, n -> n < 200, n -> n * 3).map(n -> "" + n).toList());
        System.out.println(Arrays.stream(new int[][] {{1, 2}, {3}, {}}).flatMapToInt(Arrays::stream).sum());
        System.out.println(sales.parallelStream().mapToDouble(Sale::total).max().getAsDouble());
        System.out.println(Stream.of(5, 3, 9).collect(Collectors.maxBy(Comparator.naturalOrder())).get());
        System.out.println(Stream.of("x", "yy").collect(Collectors.flatMapping(s -> s.chars().boxed(), Collectors.toList())));
        System.out.println(Stream.of(1, 2, 3, 4).collect(Collectors.filtering(n -> n % 2 == 0, Collectors.averagingInt(n -> n))));
    }
}
