// What javac invents is nobody's fault: copies of `finally`, the checks of try-with-resources, bridges, switches on strings, what
// enums, records, lambdas, boxes and `assert` come with.
import java.util.function.IntUnaryOperator;

class Synthetic {
    int count;

    int finallyCopies(int x) {
        int out;
        try {
            out = 10 / x;
        } finally {
            count++;
        }
        return out;
    }

    int finallyIrrelevant(int x) {
        int lost = 0;                                   //~ irrelevant
        try {
            return 10 / x;
        } finally {
            lost = x;                                   //~ irrelevant
        }
    }

    static class Resource implements AutoCloseable {
        final Synthetic owner;

        Resource(Synthetic owner) {
            this.owner = owner;
        }

        @Override
        public void close() {
            owner.count--;
        }
    }

    static int withResources(Synthetic owner, int x) {
        try (Resource r = new Resource(owner); Resource s = new Resource(owner)) {
            return r.owner.count + s.owner.count + x;
        }
    }

    static int onStrings(String s) {
        switch (s) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            default:
                return 3;
        }
    }

    enum Colour { RED, GREEN }

    static int ordinal(Colour c) {
        return c.ordinal();
    }

    static int onEnum(Colour c) {
        switch (c) {
            case RED:
                return 1;
            default:
                return 2;
        }
    }

    record Point(int x, int y) {
        int sum() {
            return x + y;
        }
    }

    static int ofRecord(Point p) {
        return p.x() + p.sum();
    }

    static int lambda(int x) {
        IntUnaryOperator twice = y -> {
            int lost = y;                               //~ irrelevant
            return y * 2;
        };
        return twice.applyAsInt(x);
    }

    static int asserted(int x) {
        assert x > 0 : "positive";
        int lost = x;                                   //~ irrelevant
        return x;
    }

    interface Source<T> {
        T get();
    }

    static class Fixed implements Source<Fixed> {
        @Override
        public Fixed get() {
            return this;
        }
    }

    static Object bridge(Source<Fixed> source) {
        return source.get();
    }

    static int synchronizedOn(Synthetic lock, int x) {
        synchronized (lock) {
            lock.count = x;
        }
        return x;
    }

    class Inner {
        int outer() {
            return count;
        }
    }

    static int inner(Synthetic s) {
        return s.new Inner().outer();
    }

    static int ternary(boolean b, int x) {
        int y = b ? x : -x;
        return y;
    }

    static int multiCatch(int[] a, int i) {
        try {
            return a[i];
        } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }
}
