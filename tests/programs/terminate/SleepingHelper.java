// The other thread wakes up in the end.
// method: SleepingHelper.main
// expect java: unknown
// expect unbounded: unknown
class SleepingHelper {
    static volatile boolean done;

    public static void main(String[] arguments) {
        Thread helper = new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException interrupted) {
            }
            done = true;
        });
        helper.start();
        while (!done) {
        }
    }
}
