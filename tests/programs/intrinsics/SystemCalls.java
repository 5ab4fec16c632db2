import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicLong;

/** The system, streams, files, threads, objects and references. */
class SystemCalls {
    static class Sum extends RecursiveTask<Integer> {
        final int from, to;
        Sum(int from, int to) { this.from = from; this.to = to; }
        protected Integer compute() {
            if (to - from < 3) {
                return java.util.stream.IntStream.range(from, to).sum();
            }
            Sum left = new Sum(from, (from + to) / 2);
            left.fork();
            return new Sum((from + to) / 2, to).compute() + left.join();
        }
    }

    static class Copied implements Cloneable {
        int[] shared = {1};
        Copied copy() throws CloneNotSupportedException { return (Copied) clone(); }
    }

    static void streams() throws Exception {
        PrintStream out = System.out, err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes));
        System.setErr(new PrintStream(bytes));
        System.out.print("hidden");
        System.setOut(out);
        System.setErr(err);
        System.out.println(bytes);
        System.out.println(System.in.read() + " " + System.in.available());
        System.setIn(new ByteArrayInputStream(new byte[] {65}));
        System.out.println(System.in.read());
        File file = new File(System.getProperty("java.io.tmpdir"), "cupper-system-calls.txt");
        try (FileOutputStream stream = new FileOutputStream(file)) {
            stream.write('a');
            stream.write("bcd".getBytes());
        }
        try (FileOutputStream stream = new FileOutputStream(file, true)) {
            stream.write('e');
            stream.getFD().sync();
        }
        try (FileInputStream stream = new FileInputStream(file)) {
            System.out.println((char) stream.read() + " " + stream.available() + " " + new String(stream.readAllBytes()) + " " + stream.read());
        }
        System.out.println(file.exists() + " " + file.isDirectory() + " " + file.length() + " " + file.canRead() + " " + file.getCanonicalPath().endsWith(".txt"));
        System.out.println(file.delete() + " " + file.delete() + " " + file.exists());
        System.out.println(file.createNewFile() + " " + file.createNewFile() + " " + file.length() + " " + file.delete());
        try {
            new FileInputStream("/no/such/file");
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage());
        }
    }

    static void system() throws Exception {
        System.out.println((System.currentTimeMillis() >= 0) + " " + (System.nanoTime() != 1) + " " + (System.identityHashCode(null) == 0));
        Runtime runtime = Runtime.getRuntime();
        System.out.println((runtime.availableProcessors() > 0) + " " + (runtime.freeMemory() > 0) + " " + (runtime.totalMemory() > 0) + " " + (runtime.maxMemory() > 0));
        System.gc();
        System.out.println(new AtomicLong(3).incrementAndGet() + " " + (java.time.Instant.now() != null) + " " + java.util.TimeZone.getTimeZone("GMT").getRawOffset());
        System.out.println((java.util.TimeZone.getDefault() != null) + " " + java.text.NumberFormat.getPercentInstance(java.util.Locale.US).format(0.25));
        System.out.println(java.util.ServiceLoader.load(Readable.class).iterator().hasNext());
        System.out.println(System.getSecurityManager() + " " + (System.console() == null) + " " + System.lineSeparator().length());
        System.out.println(String.format(java.util.Locale.ROOT, "%,.2f", 1234.5) + " " + java.text.NumberFormat.getInstance(java.util.Locale.US).format(1234.5));
        try {
            Object o = null;
            o.toString();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[0]);
        }
    }

    static void threads() throws Exception {
        Thread.yield();
        Thread.sleep(1);
        Thread.onSpinWait();
        Thread thread = new Thread(() -> System.out.println("in " + Thread.currentThread().getName()), "worker");
        thread.setPriority(3);
        Thread.currentThread().setName("main");
        thread.start();
        thread.join();
        System.out.println(thread.isAlive() + " " + thread.getState() + " " + Thread.holdsLock(thread));
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        synchronized (thread) {
            thread.notify();
            thread.notifyAll();
            thread.wait(1);
            System.out.println(Thread.holdsLock(thread));
        }
        System.out.println(new ForkJoinPool(1).invoke(new Sum(0, 20)));
    }

    static void privileges() throws Exception {
        PrivilegedAction<Integer> action = () -> 42;
        System.out.println(AccessController.doPrivileged(action, AccessController.getContext()));
        Method domain = AccessController.class.getDeclaredMethod("getProtectionDomain", Class.class);
        domain.setAccessible(true);
        System.out.println(domain.invoke(null, String.class));
    }

    static void objects() throws Exception {
        Copied first = new Copied(), second = first.copy();
        System.out.println((first != second) + " " + (first.shared == second.shared) + " " + (first.hashCode() == first.hashCode()) + " " + first.getClass());
        int[] from = {1, 2, 3, 4}, to = new int[4];
        System.arraycopy(from, 1, to, 0, 3);
        System.out.println(Arrays.toString(to) + " " + Arrays.equals(from, to) + " " + Arrays.mismatch(from, to));
        System.out.println(Arrays.equals(new byte[40], new byte[40]) + " " + Arrays.mismatch(new long[] {1, 2, 3, 4, 5, 6, 7, 8}, new long[] {1, 2, 3, 4, 5, 6, 7, 9}));
        double[] zeros = {1, 0.0, Double.NaN, 4, 5}, others = {1, -0.0, Double.NaN, 4, 5};
        System.out.println(Arrays.equals(zeros, others) + " " + Arrays.equals(zeros, zeros.clone()) + " " + Arrays.compare(zeros, others) + " " + Arrays.equals(new long[] {1, 2}, new long[] {1, 3}));
        java.nio.ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}).asIntBuffer().get(to, 1, 2);
        System.out.println(Arrays.toString(to));
        WeakReference<Copied> weak = new WeakReference<>(first);
        System.out.println(weak.refersTo(first) + " " + (weak.get() == first));
        weak.clear();
        System.out.println(weak.refersTo(null) + " " + new PhantomReference<>(first, new ReferenceQueue<>()).refersTo(first));
        System.out.println("in" + "tern" == new String("intern").intern());
    }

    public static void main(String[] args) throws Exception {
        streams();
        system();
        threads();
        objects();
        privileges();
        System.exit(0);
    }
}
