// run: explore
// safe: Switches.total
class Switches {
    static int chosen(String s) {
        if (s == null) return 0;
        switch (s) {
            case "one": return 1;
            case "two": throw new IllegalStateException(); //~ IllegalStateException
            default: return 0;
        }
    }

    /** Two constants with one hash code. */
    static int colliding(String s) {
        if (s == null) return 0;
        switch (s) {
            case "Aa": return 1;
            case "BB": return 1 / (s.length() - 2); //~ ArithmeticException
            default: return 2;
        }
    }

    static int total(String s) {
        int x;
        switch (s == null ? "" : s) {
            case "alpha": x = 1; break;
            case "beta": x = 2; break;
            default: x = 3;
        }
        if (x == 3 && "beta".equals(s)) throw new IllegalStateException();
        return 6 / x;
    }
}
