// run: explore --loops 3
// safe: Parsing.one Parsing.digit
class Parsing {
    static int trimmed(String s) {
        if (s == null) return 0;
        return Integer.parseInt(s.trim()); //~ NumberFormatException
    }

    static int guarded(String s) {
        if (s == null || s.length() != 1) return 0;
        try {
            return 1 / Integer.parseInt(s); //~ ArithmeticException
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    static int one(String s) {
        if (s == null || s.length() != 1 || s.charAt(0) < '0' || s.charAt(0) > '9') return 0;
        return Integer.parseInt(s);
    }

    static void digit(char c) {
        if (Character.isDigit(c) && Character.digit(c, 10) < 0) throw new AssertionError();
    }

    /** The Kelvin sign. */
    static void kelvin(char c) {
        if (Character.toLowerCase(c) == 'k' && c != 'k' && c != 'K') {
            throw new IllegalStateException(); //~ IllegalStateException
        }
    }
}
