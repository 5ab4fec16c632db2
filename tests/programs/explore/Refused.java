// run: explore --severity error
// safe: Ratio.whole Ratio.both Percent.of
class Refused {
    /** A subclass of nothing, made by a factory that does not check. */
    static final class Loose {
        private final int over, under;

        private Loose(int over, int under) {
            this.over = over;
            this.under = under;
        }

        static Loose of(int over, int under) {
            return new Loose(over, under);
        }

        int whole() {
            return over / under; //~ ArithmeticException
        }
    }
}

/** Made by factories that check. */
final class Ratio {
    private final int over, under;

    private Ratio(int over, int under) {
        this.over = over;
        this.under = under;
    }

    static Ratio of(int over, int under) {
        if (under == 0) throw new IllegalArgumentException();
        return new Ratio(over, under);
    }

    static Ratio positive(int over, int under) {
        if (under <= 0) throw new IllegalArgumentException();
        return new Ratio(over, under);
    }

    int whole() {
        return over / under;
    }

    int both(Ratio other) {
        return other == null ? 0 : over / under + other.over / other.under;
    }

    /** What the factories accept can still fail. */
    int rest(int by) {
        return over / under / by; //~ ArithmeticException
    }
}

/** One of its constructors does not check. */
final class Half {
    private final int part;

    Half(int part) {
        if (part == 0) throw new IllegalArgumentException();
        this.part = part;
    }

    Half(int part, boolean unchecked) {
        this.part = part;
    }

    int share() {
        return 100 / part; //~ ArithmeticException
    }
}

/** Its constructor checks, but the field can be changed later. */
final class Percent {
    private int of;

    Percent(int of) {
        if (of == 0) throw new IllegalArgumentException();
        this.of = of;
    }

    void set(int of) {
        this.of = of;
    }

    int of(int part) {
        return of == 0 ? 0 : part / of;
    }

    int share() {
        return 100 / of; //~ ArithmeticException
    }
}
