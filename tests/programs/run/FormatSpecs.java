// Widths, flags, radix and argument indexes of format.
public class FormatSpecs {
    public static void main(String[] args) {
        System.out.println(String.format("[%5d][%-5d][%05d][%+d][%,d][%(d]", 42, 42, 42, 42, 1234567, -5));
        System.out.println(String.format("[%x][%X][%o][%#x][%c][%b][%%][%n]", 255, 255, 8, 255, 'c', null).trim());
        System.out.println(String.format("[%.2f][%8.3f][%e][%g][%.0f][%s]", 3.14159, 2.5, 12345.678, 0.0001, 2.5, 1.0f));
        System.out.println(String.format("%2$s %1$s %<s %s", "a", "b") + String.format("[%10s][%-10s][%.2s][%S]", "abc", "abc", "abc", "abc"));
        System.out.println("%d items".formatted(3) + String.format("%h %s", "hi", new int[0].length));
        try {
            String.format("%d", "text");
        } catch (java.util.IllegalFormatException e) {
            System.out.println(e.getMessage());
        }
        String.format("%s %s", "one");
    }
}
