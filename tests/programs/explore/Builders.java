// run: explore --loops 4
// safe: Builders.add Builders.tail
// within: Builders.cleared

/** Builders that come in hold any text; nothing else about them is made up. */
class Builders {
    static StringBuilder add(StringBuilder text) {
        if (text != null) {
            text.append("x");
        }
        return text;
    }

    static int length(StringBuilder text) {
        return text == null ? 0 : 10 / (text.length() - 3); //~ ArithmeticException
    }

    static char tail(StringBuffer text) {
        return text == null || text.length() < 2 ? ' ' : text.charAt(text.length() - 1);
    }

    static void same(StringBuilder one, StringBuilder other) {
        if (one != null && other != null) {
            one.append('x');
            other.append('y');
            assert !one.toString().equals("abxy"); //~ AssertionError
        }
    }

    static void turned(StringBuilder text) {
        if (text != null) {
            assert !text.reverse().toString().equals("ba"); //~ AssertionError
        }
    }

    static void insert(StringBuilder text, int at) {
        if (text != null) {
            text.insert(at, "z"); //~ StringIndexOutOfBoundsException
        }
    }

    /** The length is given up, a bound at a time. */
    static void cleared(StringBuilder text) {
        if (text != null) {
            text.setLength(0);
            assert text.length() == 0;
        }
    }
}
