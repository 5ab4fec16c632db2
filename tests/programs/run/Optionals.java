// map, flatMap, filter, orElse and the empty cases.

import java.util.*;

public class Optionals {
    public static void main(String[] args) {
        Optional<String> some = Optional.of("value");
        Optional<String> none = Optional.empty();
        System.out.println(some.map(String::length) + " " + none.map(String::length) + " " + some.filter(s -> s.isEmpty()));
        System.out.println(some.orElse("x") + " " + none.orElseGet(() -> "made") + " " + none.or(() -> some).get());
        some.ifPresentOrElse(s -> System.out.println("has " + s), () -> System.out.println("none"));
        none.ifPresentOrElse(s -> System.out.println("has " + s), () -> System.out.println("none"));
        System.out.println(Optional.ofNullable(null).isPresent() + " " + some.flatMap(s -> Optional.of(s + "!")) + " " + some.equals(Optional.of("value")));
        System.out.println(OptionalInt.of(3) + " " + none.isEmpty() + " " + some.map(s -> null));
        try {
            none.get();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        none.orElseThrow(() -> new IllegalStateException("nothing there"));
    }
}
