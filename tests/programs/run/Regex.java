// Regular expressions: groups, quantifiers, look-around, flags, splitting, replacing.
import java.util.regex.*;
class Regex {
    public static void main(String[] args) {
        Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)").matcher("ann@site.com, bob@home.org; bad@x.net");
        while (m.find()) System.out.println(m.group() + " " + m.group(1) + " " + m.start(2) + "-" + m.end(2));
        System.out.println("2024-01-15".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1") + " " + "aaa".replaceFirst("a", "b"));
        System.out.println(Pattern.matches("a*?b+", "aaabbb") + " " + "x1y2".split("\\d").length + " " + Pattern.compile("HELLO", Pattern.CASE_INSENSITIVE).matcher("say hello").find());
        Matcher named = Pattern.compile("(?<key>[a-z]+)=(?<value>\\d+)").matcher("width=10");
        if (named.matches()) System.out.println(named.group("key") + named.group("value"));
        System.out.println("foobar".replaceAll("foo(?=bar)", "X") + " " + "a.b.c".split(Pattern.quote(".")).length + " " + "tel: 555".replaceAll("[^0-9]", ""));
        StringBuilder sb = new StringBuilder();
        Matcher r = Pattern.compile("\\d+").matcher("1 and 22 and 333");
        while (r.find()) r.appendReplacement(sb, String.valueOf(r.group().length()));
        r.appendTail(sb);
        System.out.println(sb + " " + Pattern.compile("a|b").splitAsStream("xaybz").toList());
        try { Pattern.compile("(unclosed"); } catch (PatternSyntaxException e) { System.out.println(e.getMessage()); }
        System.out.println(Pattern.compile("^\\s*(//.*)?$", Pattern.MULTILINE).matcher("// c\ncode").results().count());
    }
}
