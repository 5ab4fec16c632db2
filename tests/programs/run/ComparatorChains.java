// comparing, thenComparing, reversed, nullsFirst.

import java.util.*;

public class ComparatorChains {
    record Person(String name, int age, String city) {}

    public static void main(String[] args) {
        List<Person> people = new ArrayList<>(List.of(new Person("Bo", 30, "Rome"), new Person("Al", 25, "Oslo"),
            new Person("Cy", 30, "Oslo"), new Person("Di", 25, null)));
        people.sort(Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder()));
        for (Person each : people) System.out.println(each);
        people.sort(Comparator.comparing(Person::city, Comparator.nullsFirst(Comparator.naturalOrder())).thenComparingInt(Person::age));
        for (Person each : people) System.out.println(each);
        people.sort(Comparator.comparing(Person::name).reversed());
        System.out.println(people.get(0).name());
    }
}
