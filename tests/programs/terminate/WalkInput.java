// method: WalkInput.length
// The list may be one that leads back to itself.
// expect java: diverges
// expect unbounded: diverges
class WalkInput {
    WalkInput next;

    static int length(WalkInput list) {
        int length = 0;
        while (list != null) {
            list = list.next;
            length++;
        }
        return length;
    }
}
