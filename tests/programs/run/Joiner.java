// StringJoiner with prefix, suffix and empty value.

import java.util.*;

public class Joiner {
    public static void main(String[] args) {
        StringJoiner joiner = new StringJoiner(", ", "{", "}");
        joiner.setEmptyValue("nothing");
        System.out.println(joiner + " " + joiner.length());
        joiner.add("a").add(null).add("");
        System.out.println(joiner);
        joiner.merge(new StringJoiner("-").add("x").add("y"));
        System.out.println(joiner + " " + joiner.length());
    }
}
