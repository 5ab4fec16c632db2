// method: WalkReceiver.last
// expect java: diverges
// expect unbounded: diverges
class WalkReceiver {
    WalkReceiver next;
    int value;

    WalkReceiver last() {
        return next == null ? this : next.last();
    }
}
