// run: explore --heap all
// safe: Callers.locked Callers.counts
// unknown: Callers.local Callers.handler Callers.depth Callers.holds Callers.owner Callers.sleeps Callers.waits Callers.taken Callers.alive
// unknown: Callers.collected Callers.format Callers.bytes Callers.queue
import java.lang.ref.WeakReference;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/** Who calls, in which thread, holding which locks, in which country: nothing is proven that depends on it. */
class Callers {
    static final ThreadLocal<Integer> LOCAL = new ThreadLocal<>();
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Thread THREAD = new Thread();

    static void local() {
        assert LOCAL.get() == null;
    }

    static void handler() {
        assert Thread.getDefaultUncaughtExceptionHandler() == null;
    }

    static void depth() {
        assert new Throwable().getStackTrace().length == 1;
    }

    static void holds(Object object) {
        assert object == null || !Thread.holdsLock(object);
    }

    static void owner() {
        try {
            Callers.class.notify();
        } catch (IllegalMonitorStateException nobody) {
            return;
        }
        throw new IllegalStateException();
    }

    static void sleeps() {
        try {
            Thread.sleep(0);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException();
        }
    }

    static void waits() {
        synchronized (LOCK) {
            try {
                LOCK.wait(1);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException();
            }
        }
    }

    static void queue() {
        try {
            new ArrayBlockingQueue<Integer>(1).put(1);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException();
        }
    }

    static void taken() {
        assert !LOCK.isLocked();
    }

    static void alive() {
        assert !THREAD.isAlive();
    }

    static void collected() {
        assert new WeakReference<>(new Object()).get() != null;
    }

    static void format() {
        assert String.format("%.1f", 1.5).length() > 9 || String.format("%.1f", 1.5).equals("1.5");
    }

    static void bytes() {
        assert "é".getBytes().length == 2;
    }

    static int locked(int number) {
        LOCK.lock();
        try {
            return number + 1;
        } finally {
            LOCK.unlock();
        }
    }

    static void counts() {
        ThreadLocal<Integer> own = new ThreadLocal<>();
        own.set(4);
    }
}
