// strip, trim, blank, repeat, lines, indent.

import java.util.stream.*;

public class StringStrip {
    public static void main(String[] args) {
        String text = "\u2003 x y \t";
        System.out.println("[" + text.strip() + "][" + text.trim().length() + "][" + text.stripLeading().length() + "][" + text.stripTrailing().length() + "]");
        System.out.println(" \t\n".isBlank() + " " + "".isEmpty() + " " + "ab".repeat(3) + "x".repeat(0));
        System.out.println("a\nb\r\nc\n".lines().collect(Collectors.toList()));
        System.out.println("a\n b".indent(2).replace("\n", "$") + "  a\n b".stripIndent().replace("\n", "$"));
        System.out.println("tab\\tnew\\n".translateEscapes().length() + " " + "x".<Integer>transform(String::length));
        "a".repeat(-1);
    }
}
