// Groups, names, lookaround and back references.

import java.util.regex.*;

public class RegexGroups {
    public static void main(String[] args) {
        Matcher m = Pattern.compile("(?<key>\\w+)=(?<value>\"[^\"]*\"|\\d+)").matcher("a=1, b=\"x y\", c=22");
        while (m.find()) System.out.println(m.group("key") + " -> " + m.group(2) + " @" + m.start() + "-" + m.end("value"));
        System.out.println(Pattern.matches("(\\w)(\\w)\\2\\1", "abba") + " " + "ab12".matches("[a-z]+") + " " + "foobar".replaceAll("foo(?=bar)", "X"));
        m = Pattern.compile("(a)|(b)").matcher("b");
        System.out.println(m.matches() + " " + m.group(1) + " " + m.group(2) + " " + m.groupCount());
        System.out.println(Pattern.compile("x(.*?)y").matcher("xaybxcy").replaceAll(r -> "[" + r.group(1).toUpperCase() + "]"));
        System.out.println(Pattern.compile("^\\w", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE).matcher("a\nb").results().count());
        m.reset();
        m.group();
    }
}
