// Switch statements and expressions over ints, chars, strings and enums, with fall-through.
class Switches {
    enum Colour { RED, GREEN, BLUE }
    static String word(int n) {
        switch (n) {
            case 1: return "one";
            case 2: return "two";
            case 100: return "hundred";
            case -5: return "minus five";
            default: return "many";
        }
    }
    static int fall(char c) {
        int out = 0;
        switch (c) {
            case 'a': out += 1;
            case 'b': out += 10; break;
            case 'c': out += 100;
            default: out += 1000;
        }
        return out;
    }
    static int days(String month) {
        return switch (month) {
            case "feb" -> 28;
            case "apr", "jun", "sep", "nov" -> 30;
            case "Aa", "BB" -> -1;
            default -> { int d = month.length(); yield d + 28; }
        };
    }
    static String hex(Colour c) {
        return switch (c) { case RED -> "f00"; case GREEN -> "0f0"; case BLUE -> "00f"; };
    }
    public static void main(String[] args) {
        for (int n : new int[] {1, 2, 3, 100, -5}) System.out.println(word(n));
        for (char c : "abcd".toCharArray()) System.out.println(fall(c));
        for (String m : new String[] {"feb", "jun", "jan", "Aa", "BB", "C#"}) System.out.println(days(m));
        for (Colour c : Colour.values()) System.out.println(c + " " + hex(c) + " " + c.ordinal() + " " + Colour.valueOf(c.name()));
    }
}
