import java.util.*;
import java.util.function.*;

/** Initialisation, inner classes, exceptions and shutdown hooks together. */
class Lifecycle {
    static final List<String> LOG = new ArrayList<>();
    static int counter = log("static field", 1);
    int field = log("instance field", 2);
    static { log("static block", 3); }
    { log("instance block", 4); }
    static <T> T log(String text, T value) { LOG.add(text + "=" + value); return value; }
    Lifecycle() { this(log("argument", 5)); log("outer constructor", 6); }
    Lifecycle(int n) { super(); log("inner constructor", n); }

    class Inner {
        int field = Lifecycle.this.field * 10;
        class Deep {
            int sum() { return field + Lifecycle.this.field + counter; }
        }
    }
    static class Resource implements AutoCloseable {
        final String name; final boolean failing;
        Resource(String name, boolean failing) { this.name = name; this.failing = failing; log("open " + name, 0); }
        public void close() throws Exception { log("close " + name, 0); if (failing) throw new Exception("closing " + name); }
    }
    static int tricky(int n) {
        int x = 0;
        try {
            x = 1;
            if (n == 0) throw new IllegalStateException("zero");
            if (n == 1) return x + 10;
            x = 2;
        } catch (IllegalStateException e) {
            x = 3;
            return x + 20;
        } finally {
            x += 100;
            if (n == 2) return x;
        }
        return x;
    }
    static String generic(Object... items) { return items == null ? "null" : items.length + Arrays.toString(items); }
    static String generic(Integer one) { return "integer"; }
    static String generic(long one) { return "long"; }

    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + LOG.size())));
        Lifecycle life = new Lifecycle();
        System.out.println(LOG);
        LOG.clear();
        Inner.Deep deep = life.new Inner().new Deep();
        System.out.println(deep.sum() + " " + deep.getClass().getName() + " " + deep.getClass().getEnclosingClass().getSimpleName());
        try (Resource a = new Resource("a", true); Resource b = new Resource("b", true)) {
            log("body", 0);
            throw new RuntimeException("body failed");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + Arrays.toString(e.getSuppressed()));
        }
        System.out.println(LOG);
        for (int i = 0; i < 4; i++) System.out.print(tricky(i) + " ");
        System.out.println();
        byte b = 3; char c = 'c'; Object[] none = null;
        System.out.println(generic(1) + generic(b) + generic(c) + generic("x", 2) + generic() + generic(none) + generic((Object) none) + generic(Integer.valueOf(4)));
        StringBuilder text = new StringBuilder("abc");
        text.insert(1, 3.5f).append(true).append(new char[] {'x', 'y'}).reverse().setCharAt(0, '#');
        text.deleteCharAt(1).replace(0, 2, "<>").setLength(6);
        System.out.println(text + " " + text.indexOf("e") + " " + text.length() + " " + text.capacity());
        int i = 5;
        i = i++ + ++i * i-- - --i;
        int[] a = {1, 2, 3};
        int k = 0;
        a[k++] = a[k] + k++;
        System.out.println(i + " " + Arrays.toString(a) + k + " " + (5 & 3 | 4 ^ 1) + " " + (-7 >> 1) + (-7 >>> 28) + (-7 / 2) + (-7 % 3) + " " + (char) ('a' + 1) + ('a' + 1) + " " + (int) 3.99e10 + " " + (byte) 300 + " " + 0x1p-3 + " " + 1e-5f + " " + 100.0 / 3);
        Thread thread = new Thread(() -> { throw new IllegalStateException("in thread"); }, "failing");
        thread.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e));
        thread.start();
        thread.join();
        Object lock = new Object();
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 42);
        System.out.println(local.get() + " " + Objects.hash(1, "x", null) + " " + Objects.requireNonNullElse(null, "else"));
        throw new Exception("outer", new RuntimeException("inner", new Error("root")));
    }
}
