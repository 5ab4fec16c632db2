// split with limits, empty pieces and patterns.

import java.util.*;

public class StringSplit {
    public static void main(String[] args) {
        System.out.println(Arrays.toString("a,b,,c,,".split(",")));
        System.out.println(Arrays.toString("a,b,,c,,".split(",", -1)));
        System.out.println(Arrays.toString("a,b,,c,,".split(",", 2)));
        System.out.println(Arrays.toString("".split(",")) + "".split(",").length + " " + ",".split(",").length);
        System.out.println(Arrays.toString(" a  b ".split(" ")) + Arrays.toString("a1b22c".split("\\d+")) + Arrays.toString("abc".split("")));
        System.out.println(Arrays.toString("a|b".split("|")) + Arrays.toString("a.b".split("\\.")) + Arrays.toString("x1y".split("(?=\\d)")));
        System.out.println("a-b-c".lastIndexOf("-") + " " + String.join("/", "a", "b") + " " + String.join("", List.of()));
    }
}
