// Classification and conversion of characters.
public class CharacterTypes {
    public static void main(String[] args) {
        for (char c : "aZ5 _\t\u00e9$".toCharArray()) {
            System.out.println((int) c + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isWhitespace(c) + Character.isUpperCase(c)
                + Character.isJavaIdentifierStart(c) + Character.isLetterOrDigit(c) + " " + Character.toUpperCase(c) + " " + Character.getType(c));
        }
        System.out.println(Character.digit('f', 16) + " " + Character.forDigit(11, 16) + " " + Character.compare('a', 'b') + " " + (int) Character.reverseBytes('a'));
    }
}
