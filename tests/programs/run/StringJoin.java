// StringJoiner, StringTokenizer, StringBuilder edits, comparing, regions, code points.
import java.util.*;
class StringJoin {
    public static void main(String[] args) {
        StringJoiner j = new StringJoiner(", ", "{", "}");
        System.out.println(j.setEmptyValue("empty") + " " + j.add("a").add("b") + " " + j.length());
        StringTokenizer t = new StringTokenizer("a=1;b=2", "=;", true);
        StringBuilder sb = new StringBuilder();
        while (t.hasMoreTokens()) sb.append('[').append(t.nextToken()).append(']');
        System.out.println(sb + " " + sb.indexOf("[b]") + sb.charAt(2) + " " + sb.delete(0, 9).replace(0, 3, "X") + sb.capacity());
        System.out.println("banana".indexOf("an", 2) + " " + "banana".lastIndexOf("an") + " " + "b".compareToIgnoreCase("A") + " " + "hello".regionMatches(true, 1, "ELL", 0, 3));
        System.out.println("a\u0000b".length() + " " + "x".equals(null) + " " + "tEsT".chars().filter(Character::isUpperCase).count() + " " + String.copyValueOf(new char[] {'q', 'r'}, 1, 1));
        System.out.println("one two  three".split(" ").length + " " + Arrays.toString("a1b2c3".split("\\d", 2)) + Arrays.toString(":a:b:".split(":")) + Arrays.toString("".split(",")));
        System.out.println("%s".formatted("x") + "abc".indent(2).stripTrailing() + "|" + "  x ".stripLeading() + "|" + "ab\ncd".lines().toList() + "x\\ty".translateEscapes());
        try { "abc".charAt(7); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { new StringBuilder("abc").insert(9, "x"); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { "x".repeat(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        byte[] utf = "é€😀".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        System.out.println(utf.length + " " + new String(utf, java.nio.charset.StandardCharsets.UTF_8).equals("é€😀") + " " + "é".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1).length);
    }
}
