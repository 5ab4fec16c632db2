// run: explore --severity error
// safe: Checks.argument Checks.declared Checks.holds
class Checks {
    static class Refused extends Exception {}

    static int argument(int x) {
        if (x < 0) throw new IllegalArgumentException("negative");
        return x;
    }

    static int declared(int x) throws Refused {
        if (x == 7) throw new Refused();
        return x;
    }

    static void holds(int x) {
        int y = x | 1;
        assert (y & 1) == 1;
    }

    static void fails(int x) {
        assert x * x >= 0 : "squares wrap around"; //~ AssertionError
    }
}
