// Nobody else holds the object, so that it will be collected.
// method: WaitForCollector.drain
// expect java: unknown
// expect unbounded: unknown
import java.lang.ref.WeakReference;

class WaitForCollector {
    static void drain() {
        WeakReference<Object> weak = new WeakReference<>(new Object());
        while (weak.get() != null) {
            System.gc();
        }
    }
}
