// Strings: identity and interning, methods, builders, unicode.
class Strings {
    public static void main(String[] args) {
        String a = "hello", b = "hel" + "lo", c = new String("hello");
        System.out.println((a == b) + " " + (a == c) + " " + (a == c.intern()) + " " + a.equals(c));
        System.out.println(a.length() + a.charAt(1) + a.indexOf("l") + a.lastIndexOf('l') + " " + a.substring(1, 3) + a.replace('l', 'L'));
        System.out.println(a.toUpperCase() + " " + "ÄÖß€".toLowerCase() + " " + "  trim ".trim() + "|" + " x ".strip() + "|");
        System.out.println("a,b,,c,".split(",").length + " " + String.join("-", "x", "y", "z") + " " + "ab".repeat(3));
        System.out.println(a.compareTo("help") + " " + "b".compareTo("abc") + " " + "A".equalsIgnoreCase("a") + " " + a.hashCode());
        System.out.println(a.contains("ell") + " " + a.startsWith("he") + " " + a.endsWith("lo") + " " + "".isEmpty() + " " + " ".isBlank());
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 5; i++) sb.append(i).append(',');
        sb.setLength(sb.length() - 1);
        System.out.println(sb.reverse().insert(2, "X").deleteCharAt(0).append(true).append(1.5).append('c').append((Object) null));
        String u = "naïve €uro \uD83D\uDE00";
        System.out.println(u + " " + u.length() + " " + u.codePointCount(0, u.length()) + " " + u.codePointAt(11));
        System.out.println(String.valueOf(new char[] {'a', 'b'}) + " " + "x".concat("y") + " " + "%d%%".formatted(5));
        System.out.println("line1\nline2".lines().count() + " " + "abc".chars().sum() + " " + new String(new byte[] {65, 66}));
        char[] cs = "dcba".toCharArray();
        java.util.Arrays.sort(cs);
        System.out.println(new String(cs) + " " + "a\tb\\\"q\"" + " " + 'x' + 1 + (char) ('x' + 1));
        String nul = null;
        System.out.println("null is " + nul + " " + 1L + 2.0f + 3.0 + 'c' + true + (byte) 4 + (short) 5);
        String text = """
            Hello,
              "text" block\
             joined
            end""";
        System.out.println(text);
        switch (text.length() > 3 ? "x" : "y") { case "x": System.out.println("x!"); break; default: System.out.println("?"); }
        System.out.println("a-b_c".replaceAll("[-_]", "+") + " " + "x1y22".replaceAll("[0-9]+", "#") + " " + "Abc".matches("[A-Z]\\w*"));
    }
}
