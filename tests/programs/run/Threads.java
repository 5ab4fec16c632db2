// Threads that are started and joined; synchronized blocks; atomics; thread-locals.
import java.util.concurrent.atomic.*;
class Threads {
    static int counter;
    static synchronized void increment() { counter++; }
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) { threads[i] = new Thread(() -> { for (int k = 0; k < 100; k++) increment(); }); threads[i].start(); threads[i].join(); }
        System.out.println(counter + " " + Thread.currentThread().getName());
        AtomicInteger a = new AtomicInteger(5);
        System.out.println(a.incrementAndGet() + " " + a.compareAndSet(6, 10) + " " + a.getAndAdd(3) + " " + a.updateAndGet(x -> x * 2));
        AtomicLong l = new AtomicLong(); l.accumulateAndGet(4, Long::sum);
        AtomicReference<String> r = new AtomicReference<>("a"); r.set("b");
        System.out.println(l + " " + r.get() + r.compareAndSet("b", "c") + r);
        ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 42);
        System.out.println(t.get());
        Object lock = new Object();
        synchronized (lock) { lock.notifyAll(); }
        try { lock.notify(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage()); }
        Thread bad = new Thread(() -> { throw new RuntimeException("in thread"); }, "worker");
        bad.start(); bad.join();
        System.out.println(bad.isAlive() + " " + bad.getState());
    }
}
