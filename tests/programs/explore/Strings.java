// run: explore
// safe: Strings.startsSafe Strings.messages Strings.boxed
// unknown: Strings.trimSafe Strings.lowerNever
import java.util.HashMap;
import java.util.Map;

class Strings {
    static void equalsAnyCase(String s) {
        if ("Yes".equalsIgnoreCase(s)) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void startsSafe(String s) {
        if (s != null && s.startsWith("http") && s.length() < 4) throw new IllegalStateException();
    }

    static void ends(String s) {
        if (s != null && s.endsWith(".java") && s.length() == 5) throw new IllegalStateException(); //~ IllegalStateException
    }

    static int after(String s) {
        if (s == null) return 0;
        return s.substring(s.indexOf('=') + 1).charAt(0); //~ StringIndexOutOfBoundsException
    }

    static void contains(String s) {
        if (s != null && s.contains("ab") && s.length() == 3) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void concatenated(String s, int x) {
        if ((s + x).equals("a7")) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void digits(int x) {
        if (("v" + x).equals("v-12")) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void parts(char c, boolean b) {
        if (("" + c + b).equals("ztrue")) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void trimSafe(String s) {
        if (s != null && s.trim().length() > s.length()) throw new IllegalStateException();
    }

    static void trimmed(String s) {
        if (s != null && s.trim() != s && s.length() == 2) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void upper(String s) {
        if (s != null && s.toUpperCase().equals("OK")) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void lowerNever(String s) {
        if (s != null && s.length() == 1 && s.toLowerCase().equals("Q")) throw new IllegalStateException();
    }

    static void wide(char c) {
        StringBuilder builder = new StringBuilder("abc");
        builder.setCharAt(1, c);
        if (builder.toString().equals("a\u2603c")) throw new IllegalStateException(); //~ IllegalStateException
    }

    static int key(String s) {
        if (s == null) return 0;
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        return map.get(s); //~ NullPointerException
    }

    /** Text that is put together and thrown away. */
    static void messages(int x, long y, String s) {
        try {
            throw new IllegalArgumentException("bad " + x + ", " + y + ": " + s);
        } catch (IllegalArgumentException e) {
            if (e.getMessage() == null) throw new IllegalStateException();
        }
    }

    static void object(Object o) {
        if (o instanceof String && ((String) o).length() == 2) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void integer(Object o) {
        if (o instanceof Integer && (Integer) o == 5) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void boxed(int x) {
        if (x < -128 || x > 127) return;
        Integer a = x, b = x;
        if (a != b) throw new IllegalStateException();
    }
}
