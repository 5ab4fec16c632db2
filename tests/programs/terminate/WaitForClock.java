// The clock goes on by itself: a run in which it stands still is none.
// method: WaitForClock.pause
// expect java: unknown
// expect unbounded: unknown
class WaitForClock {
    static void pause() {
        long begin = System.currentTimeMillis();
        while (System.currentTimeMillis() - begin < 20) {
        }
    }
}
