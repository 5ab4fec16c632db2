// The static field may hold the receiver, or an array that the receiver holds.
// method: StaticIsReceiver.fill
// expect java: unknown
// expect unbounded: unknown
class StaticIsReceiver {
    static StaticIsReceiver last;
    static int[] common;
    int[] own;

    void fill() {
        own[0] = 0;
        common[0] = 3;
        last.own[0] += 2;
        while (own[0] == 5) {
        }
    }
}
