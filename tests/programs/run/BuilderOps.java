// insert, delete, replace, reverse and setLength of StringBuilder.
public class BuilderOps {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder("hello");
        text.insert(0, 42).insert(2, ' ').append(true).append('c').append(1.5f).append(new char[] {'x', 'y'}).append((String) null);
        System.out.println(text + " " + text.length());
        text.delete(0, 3).replace(0, 5, "bye").setCharAt(0, 'B');
        System.out.println(text);
        text.setLength(3);
        text.append("end", 1, 3).appendCodePoint(0x1F600);
        System.out.println(text.length() + " " + text.indexOf("nd") + " " + text.lastIndexOf("zz") + " " + text.charAt(1));
        System.out.println(new StringBuilder("a\uD83D\uDE00b").reverse().codePointAt(1) == 0x1F600);
        System.out.println(new StringBuilder("ab").compareTo(new StringBuilder("b")) + " " + new StringBuilder("x").equals(new StringBuilder("x")) + " " + "x".contentEquals(new StringBuilder("x")));
        text.insert(99, "x");
    }
}
