// run: explore
// safe: Numerals.digit
class Numerals {
    static int parse(String s) {
        if (s == null || !s.isEmpty()) return 0;
        return Integer.parseInt(s); //~ NumberFormatException
    }

    static int digit(int x) {
        return Integer.parseInt("7") + (x & 1);
    }
}
