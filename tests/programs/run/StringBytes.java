// Encoding and decoding bytes.

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class StringBytes {
    public static void main(String[] args) {
        String text = "a\u00e9\u20ac\uD83D\uDE00";
        System.out.println(Arrays.toString(text.getBytes(StandardCharsets.UTF_8)));
        System.out.println(Arrays.toString(text.getBytes(StandardCharsets.ISO_8859_1)));
        System.out.println(Arrays.toString("\u20ac".getBytes(StandardCharsets.UTF_16BE)));
        System.out.println(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text));
        System.out.println(new String(new byte[] {65, -1, 66}, StandardCharsets.UTF_8).length() + " " + new String(new char[] {'x', 'y', 'z'}, 1, 2));
    }
}
