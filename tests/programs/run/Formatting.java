import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Arrays;
import java.util.Formatter;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.StringTokenizer;

/** Every conversion of `String.format`, and the other formatters. */
class Formatting {
    static void attempt(String format, Object... args) {
        try {
            System.out.println(String.format(format, args));
        } catch (IllegalFormatException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        attempt("%d|%5d|%-5d|%05d|%+d|%,d|%(d|% d", 42, 42, 42, 42, 42, 1234567, -42, 42);
        attempt("%x|%X|%#x|%o|%#o|%08x", 255, 255, 255, 8, 8, -1);
        attempt("%f|%.2f|%10.3f|%-10.1f|%+.0f|%,.2f", 3.14159, 2.675, -1.5, 9.99, 2.5, 1e9);
        attempt("%e|%.3E|%g|%a|%G", 12345.678, 0.00012, 0.0001234, 1.0, 1e-10);
        attempt("%s|%10s|%-10s|%.2s|%S|%s", "text", "right", "left", "cut", "up", null);
        attempt("%c|%C|%5c|%b|%B|%b|%h|%n", 'x', 'y', 'z', true, false, null, "hash");
        attempt("%2$s %1$s %<s %s %%", "a", "b");
        attempt("%f %f %f %e", Double.NaN, Double.POSITIVE_INFINITY, -0.0, Double.MIN_VALUE);
        attempt("%d %s", 1L << 62, new int[0].length);
        attempt("%d", "text");
        attempt("%q", 1);
        attempt("%s %s", 1);
        attempt("%-d", 5);
        attempt("%.3d", 5);
        attempt("%d %d", (byte) -1, (short) 300);
        attempt("%x %x %o", (byte) -1, (short) -1, -1L);
        attempt("%tY", new java.util.GregorianCalendar(2020, 0, 2));
        attempt("%s %s", java.math.BigInteger.TEN.pow(30), new java.math.BigDecimal("1.50"));
        attempt("%,d %.1f", new java.math.BigInteger("123456789012345678901"), new java.math.BigDecimal("99.95"));
        System.out.println(String.format(Locale.ROOT, "%,d", 1000000));
        System.out.println(new DecimalFormat("#,##0.00").format(1234.5) + " " + new DecimalFormat("0.###E0").format(12345));
        System.out.println(NumberFormat.getPercentInstance(Locale.US).format(0.256) + " " + NumberFormat.getCurrencyInstance(Locale.US).format(-3.5));
        System.out.println(MessageFormat.format("{0} has {1,number,integer} {2}", "Ann", 1234, 'x'));
        StringJoiner joiner = new StringJoiner(", ", "[", "]").setEmptyValue("none");
        System.out.println(joiner + " " + joiner.add("a").add("b") + " " + joiner.length());
        StringTokenizer tokens = new StringTokenizer("a b,c", " ,", true);
        while (tokens.hasMoreTokens()) {
            System.out.print("<" + tokens.nextToken() + ">");
        }
        System.out.println();
        Formatter formatter = new Formatter();
        formatter.format("%s-", 1).format("%s", 2);
        System.out.println(formatter);
        System.out.println("%d%%".formatted(7) + " " + "ab".repeat(3) + " " + "  x ".strip() + "|" + "a\nb\n".lines().toList());
        System.out.println("""
            text "block"
              indented \
            joined\tend
            """.indent(2));
        System.out.println(Arrays.deepToString(new Object[] {1, new int[] {2}, new String[][] {{"x"}, null}}));
        System.out.println("stra\u00dfe".toUpperCase() + " " + "\u0130I".toLowerCase(Locale.ROOT).length() + " " + "TITLE".toLowerCase(Locale.forLanguageTag("tr")));
    }
}
