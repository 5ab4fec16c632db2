// `switch` as a value: one rule after the other.
class Switch {
    //@ ensures result == (x == 1 || x == 2 ? 10 : x == -3 ? 20 : 30);
    static int number(int x) {
        return switch (x) {
            case 1, 2 -> 10;
            case -3 -> 20;
            default -> 30;
        };
    }

    //@ ensures result == (c == 'a');
    static boolean isFirst(char c) {
        boolean first = switch (c) {
            default -> false;
            case 'a' -> true;
        };
        return first;
    }

    //@ ensures result <= 20; //~ postcondition.violated:assertion.false
    static int wrong(int x) {
        return switch (x) {
            case 0 -> 10;
            default -> 21;
        };
    }

    static int effects(int x) {
        int before = x;
        int y = switch (before) {
            case 0 -> x++;
            default -> 0;
        };
        //@ assert before == 0 ==> x == 1 && y == 0;
        //@ assert before != 0 ==> x == before;
        //@ assert x == before; //~ assert.failed:assertion.false
        return y;
    }
}
