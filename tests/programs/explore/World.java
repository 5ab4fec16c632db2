// run: explore --heap all
// safe: World.parity World.same World.range
// What only the world outside knows may be anything its contract allows: nothing is proven from one answer.
class World {
    static void late() {
        long start = System.nanoTime();
        assert System.nanoTime() - start < 1000; //~ AssertionError
    }

    static void evening() {
        if (System.currentTimeMillis() == 1_000_000_007L) throw new IllegalStateException(); //~ IllegalStateException
    }

    static boolean parity() {
        long now = System.currentTimeMillis();
        assert now == (now ^ 1 ^ 1);
        return (now & 1) == 0;
    }

    static void hash() {
        Object first = new Object(), second = new Object();
        assert first.hashCode() != second.hashCode(); //~ AssertionError
    }

    static void same(int unused) {
        Object object = new Object();
        assert System.identityHashCode(object) == object.hashCode();
    }

    static void key() throws java.io.IOException {
        if (System.in.read() == 'q') throw new IllegalStateException(); //~ IllegalStateException
    }

    static void range() throws java.io.IOException {
        int read = System.in.read();
        assert read >= -1 && read < 256;
    }

    static void memory() {
        Runtime runtime = Runtime.getRuntime();
        assert runtime.freeMemory() > 1 << 20; //~ AssertionError
        assert runtime.availableProcessors() < 64; //~ AssertionError
    }

    static void dice() {
        assert new java.util.Random().nextInt(8) != 3; //~ AssertionError
    }
}
