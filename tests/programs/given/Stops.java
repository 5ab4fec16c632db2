// Facts that proofs of termination rest on, and sisters where nothing guards the field, or where somebody looks too early.
//
// terminates: Countdown.run | Step: d >= 1
// not: LooseCountdown.run
// terminates: Chain.length | Chain: next leads to older objects only
// terminates: Chain.longer | Chain: next leads to older objects only
// not: Ring.length
// terminates: Pair.depth | Pair: left leads to older objects only; Pair: right leads to older objects only
// terminates: Pair.copy | Pair: left leads to older objects only; Pair: right leads to older objects only
// not: Early.run
// not: Early.make
// not: Looped.make
// not: Deep.make
// terminates: Settled.make |
class Step {
    final int d;

    Step(int d) {
        if (d < 1) {
            throw new IllegalArgumentException("too small");
        }
        this.d = d;
    }
}

class Countdown {
    static void run(int n, Step step) {
        while (n > 0) {
            n -= step.d;
        }
    }
}

class LooseStep {
    final int d;

    LooseStep(int d) {
        this.d = d;
    }
}

class LooseCountdown {
    static void run(int n, LooseStep step) {
        while (n > 0) {
            n -= step.d;
        }
    }
}

class Chain {
    private final Chain next;

    Chain(Chain next) {
        this.next = next;
    }

    static int length(Chain chain) {
        int n = 0;
        for (Chain at = chain; at != null; at = at.next) {
            n++;
        }
        return n;
    }

    static int longer(Chain chain) {
        return length(new Chain(chain));
    }
}

class Ring {
    private Ring next;

    void set(Ring next) {
        this.next = next;
    }

    static int length(Ring ring) {
        int n = 0;
        for (Ring at = ring; at != null; at = at.next) {
            n++;
        }
        return n;
    }
}

class Pair {
    private final Pair left;
    private final Pair right;

    Pair(Pair left, Pair right) {
        this.left = left;
        this.right = right;
    }

    static int depth(Pair pair) {
        return pair == null ? 0 : 1 + depth(pair.left) + depth(pair.right);
    }

    static Pair copy(Pair pair) {
        return pair == null ? null : new Pair(copy(pair.left), copy(pair.right));
    }
}

class Early {
    private int d;

    Early(int n) {
        run(n);
        d = 1;
    }

    final void run(int n) {
        while (n > 0) {
            n -= d;
        }
    }

    static Early make(int n) {
        return new Early(n);
    }
}

class Looped {
    private int d;

    Looped(int n) {
        while (n > 0) {
            n -= d;
        }
        d = 1;
    }

    static Looped make(int n) {
        return new Looped(n);
    }
}

class Deep {
    private int d;

    Deep(int n) {
        down(n);
        d = 1;
    }

    private void down(int n) {
        if (n > 0) {
            down(n - d);
        }
    }

    static Deep make(int n) {
        return new Deep(n);
    }
}

class Settled {
    private int d;

    Settled(int n) {
        d = 1;
        while (n > 0) {
            n -= d;
        }
    }

    static Settled make(int n) {
        return new Settled(n);
    }
}
