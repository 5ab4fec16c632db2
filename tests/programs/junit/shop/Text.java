package shop;
public class Text {
    public static boolean isYes(String s) { return s != null && s.equals("yes"); }
    public static char first(String s) { if (s.isEmpty()) return '-'; return s.charAt(0); }
    public static int count(String s, char c) { int n = 0; for (int i = 0; i < s.length() && i < 3; i++) if (s.charAt(i) == c) n++; return n; }
    public static String twice(String s) { if (s == null) return ""; return s + s; }
    public static String sign(int x) { return x < 0 ? "neg\n" : x == 0 ? "\"zero\"" : "pos\\"; }
    public static boolean sameObject(String a, String b) { return a == b; }
    public static boolean equalNotSame(String a, String b) { return a != null && a != b && a.equals(b); }
}
