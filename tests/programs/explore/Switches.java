// run: explore
// safe: Switches.total
// safe: Switches.many
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

    /** More cases than loops may have iterations. */
    static int many(int x) {
        switch (x) {
            case 0: case 3: case 6: case 9: case 12: return 1;
            case 1: return 2;
            case 2: return 3;
            case 4: return 4;
            case 5: return 5;
            case 7: return 6;
            case 8: return 7;
            case 10: return 8;
            case 11: return 9;
            default: return 60 / (x == 11 ? 0 : 1);
        }
    }
}
