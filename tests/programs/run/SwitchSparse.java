// Sparse, dense, negative and char switches.
public class SwitchSparse {
    static int sparse(int x) {
        return switch (x) {
            case Integer.MIN_VALUE -> 1;
            case -1 -> 2;
            case 1000000 -> 3;
            case Integer.MAX_VALUE -> 4;
            default -> 0;
        };
    }

    static String letter(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': case 'o': case 'u': return "vowel";
            case '\u00df': return "sharp s";
            default: return Character.isLetter(c) ? "consonant" : "other";
        }
    }

    public static void main(String[] args) {
        System.out.println(sparse(Integer.MIN_VALUE) + " " + sparse(-1) + " " + sparse(1000000) + " " + sparse(Integer.MAX_VALUE) + " " + sparse(0));
        for (char c : "ab1\u00df".toCharArray()) System.out.println(letter(c));
        byte small = -128;
        switch (small) {
            case -128 -> System.out.println("least byte");
            case 127 -> System.out.println("largest byte");
        }
    }
}
