// Producer extends, consumer super.

import java.util.*;

public class WildcardCopy {
    static <T> void copy(List<? super T> to, List<? extends T> from) {
        for (T each : from) to.add(each);
    }

    static double sum(Collection<? extends Number> numbers) {
        double sum = 0;
        for (Number each : numbers) sum += each.doubleValue();
        return sum;
    }

    public static void main(String[] args) {
        List<Object> all = new ArrayList<>();
        copy(all, List.of(1, 2));
        WildcardCopy.<Object>copy(all, List.of("x"));
        System.out.println(all);
        System.out.println(sum(List.of(1, 2.5f, 3L)));
    }
}
