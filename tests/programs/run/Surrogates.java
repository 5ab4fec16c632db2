// Strings of code points outside the basic plane.
public class Surrogates {
    public static void main(String[] args) {
        String text = "a\uD83D\uDE00\u00e9";
        System.out.println(text + " " + text.length() + " " + text.codePointCount(0, text.length()));
        text.codePoints().forEach(c -> System.out.println(Integer.toHexString(c) + " " + Character.charCount(c) + " " + Character.isLetter(c)));
        System.out.println(Character.isHighSurrogate(text.charAt(1)) + " " + text.offsetByCodePoints(0, 2) + " " + text.codePointBefore(3));
        System.out.println(new String(Character.toChars(0x1F601)).equals("\uD83D\uDE01") + " " + Character.toString(0x41) + " " + Character.getNumericValue('7'));
        System.out.println("\u0130".toLowerCase().length() + " " + "\u01c4".toLowerCase() + " " + Character.toTitleCase('\u01c6') + " " + Character.isDigit('\u0665'));
    }
}
