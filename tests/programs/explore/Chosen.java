// run: explore --loops 4
// within: Chosen.countdown
// safe: Chosen.plain

/** What lies beyond a bound the user gave is not asked for. */
class Chosen {
    static int countdown(int from) {
        int steps = 0;
        while (from > 0) {
            from--;
            steps++;
        }
        assert steps >= 0;
        return steps;
    }

    static int plain(int number) {
        return number > 0 ? 1 : 2;
    }

    static int early(int from) {
        int steps = 0;
        while (from > 0) {
            from--;
            steps++;
        }
        assert steps != 2; //~ AssertionError
        return steps;
    }
}
