// Dense, sparse and string switches.
class Switches {
    static int dense(int x) {
        switch (x) {
            case 1: return 10;
            case 2: return 20;
            case 4: return 40;
            default: return 0;
        }
    }

    static int sparse(int x) {
        return switch (x) {
            case -1000 -> 1;
            case 1000 -> 2;
            default -> 3;
        };
    }

    static int text(String s) {
        return switch (s) {
            case "a" -> 1;
            case "b" -> 2;
            default -> 0;
        };
    }
}
