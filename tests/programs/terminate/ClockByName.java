// The clock is asked through a method reference.
// method: ClockByName.pause
// expect java: unknown
// expect unbounded: unknown
import java.util.function.LongSupplier;

class ClockByName {
    static void pause() {
        LongSupplier clock = System::nanoTime;
        long end = clock.getAsLong() + 1000;
        while (clock.getAsLong() < end) {
        }
    }
}
