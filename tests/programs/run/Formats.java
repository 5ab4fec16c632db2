// String.format and printf: flags, widths, precisions, conversions, failures.
import java.util.*;
class Formats {
    public static void main(String[] args) {
        System.out.println(String.format("%d|%5d|%-5d|%05d|%+d|%,d|%x|%X|%o", 42, 42, 42, 42, 42, 1234567, 255, 255, 8));
        System.out.println(String.format("%s|%10s|%-10s|%.2s|%S|%c|%b|%n", "text", "text", "text", "text", "text", 'c', true).trim());
        System.out.println(String.format("%f|%.2f|%10.3f|%e|%g|%.0f|%(.1f", 3.14159, 2.71828, 1.5, 12345.678, 0.0001, 2.5, -3.25));
        System.out.println(String.format("%2$s %1$s %1$s %%", "a", "b"));
        System.out.println(String.format("%08.3f|%+.1e|%h|%x", -3.14159, 1234.5, "hi", -1L));
        System.out.println(String.format("%s %s %s", null, List.of(1, 2), new int[0].length));
        System.out.printf(Locale.ROOT, "%d items at %.1f%%%n", 3, 99.5);
        try { String.format("%d", "x"); } catch (IllegalFormatException e) { System.out.println(e); }
        try { String.format("%q", 1); } catch (IllegalFormatException e) { System.out.println(e.getMessage()); }
        try { String.format("%s %s", 1); } catch (IllegalFormatException e) { System.out.println(e.getMessage()); }
        System.out.println(String.format("%b %b %c %5c", null, "x", 65, 'z') + String.format("%tY", new GregorianCalendar(2020, 0, 15)));
        StringBuilder sb = new StringBuilder();
        new Formatter(sb).format("%3d%%", 7);
        System.out.println(sb);
    }
}
