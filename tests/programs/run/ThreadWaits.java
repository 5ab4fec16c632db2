// Threads that wait for each other: notify, join, interrupts, contended monitors, spinning, time; and their states.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

class ThreadWaits {
    static volatile boolean stop;
    static int turn;

    static class Lazy {
        static final int VALUE;
        static { sleep(20); VALUE = 42; }
    }

    static void sleep(long millis) {
        try { Thread.sleep(millis); } catch (InterruptedException e) { System.out.println(e.getMessage()); }
    }

    static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) Thread.onSpinWait();
        System.out.println(state);
    }

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread[] players = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int me = i;
            players[i] = new Thread(() -> {
                for (int round = 0; round < 2; round++) synchronized (lock) {
                    while (turn % 3 != me) try { lock.wait(); } catch (InterruptedException e) { return; }
                    System.out.println("player " + me + " in " + turn++);
                    lock.notifyAll();
                }
            });
            players[i].start();
        }
        for (Thread player : players) player.join();

        Thread spinner = new Thread(() -> { long n = 0; while (!stop) n++; System.out.println(n > 0); });
        System.out.println(spinner.getState());
        spinner.start();
        Thread.sleep(10);
        stop = true;
        spinner.join();
        System.out.println(spinner.getState() + " " + spinner.isAlive());

        Thread sleeper = new Thread(() -> { sleep(100_000); System.out.println(Thread.interrupted()); });
        sleeper.start();
        awaitState(sleeper, Thread.State.TIMED_WAITING);
        sleeper.interrupt();
        sleeper.join();
        Thread waiter = new Thread(() -> {
            synchronized (lock) { try { lock.wait(); } catch (InterruptedException e) { System.out.println(e); } }
        });
        waiter.start();
        awaitState(waiter, Thread.State.WAITING);
        synchronized (lock) { waiter.interrupt(); }
        waiter.join();
        Thread blocked = new Thread(() -> { synchronized (lock) { System.out.println("in"); } });
        synchronized (lock) { blocked.start(); awaitState(blocked, Thread.State.BLOCKED); }
        blocked.join();

        Thread initialises = new Thread(() -> System.out.println(Lazy.VALUE));
        initialises.start();
        System.out.println(Lazy.VALUE);
        initialises.join();

        ReentrantLock fair = new ReentrantLock(true);
        Condition ready = fair.newCondition();
        fair.lock();
        Thread signals = new Thread(() -> { fair.lock(); try { ready.signal(); } finally { fair.unlock(); } });
        signals.start();
        System.out.println(ready.await(10, TimeUnit.SECONDS) + " " + ready.awaitNanos(1000) / 1_000_000_000L);
        fair.unlock();
        long begin = System.nanoTime();
        synchronized (lock) { lock.wait(15); }
        System.out.println(System.nanoTime() - begin >= 15_000_000);

        Thread daemon = new Thread(() -> sleep(1_000_000));
        daemon.setDaemon(true);
        daemon.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        new Thread(() -> { sleep(5); System.out.println("last"); throw new RuntimeException("uncaught"); }, "late").start();
        System.out.println("main ends");
    }
}
