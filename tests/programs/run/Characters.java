// Characters: classification, case, digits, surrogates, arithmetic.
class Characters {
    public static void main(String[] args) {
        for (char c : new char[] {'a', 'Z', '5', ' ', '_', 'é', 'Σ', '€', '\n', '٣'})
            System.out.println((int) c + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isWhitespace(c) + Character.isUpperCase(c) + Character.isJavaIdentifierPart(c) + " " + Character.toUpperCase(c) + Character.toLowerCase(c) + " " + Character.getNumericValue(c) + " " + Character.getType(c));
        System.out.println(Character.toChars(0x1F600).length + " " + Character.isSurrogate('\ud83d') + " " + Character.toString(97) + Character.forDigit(11, 16) + Character.digit('f', 16));
        char c = 'a';
        int sum = 0;
        while (c <= 'e') sum += c++;
        System.out.println(sum + " " + c + (char) (c + 1) + (c > 'b') + (char) 0x41 + '\u0042' + "\t|" + 'a' + 'b' + (char) ('a' + 'b'));
        System.out.println("İSTANBUL".toLowerCase().length() + " " + "straße".toUpperCase() + " " + "ǆ".toUpperCase());
    }
}
