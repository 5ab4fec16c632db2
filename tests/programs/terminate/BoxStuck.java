// The call counts in a field of its argument, up to five.
// method: BoxStuck.main
// expect java: diverges
// expect unbounded: diverges
class BoxStuck {
    int value;

    static void count(BoxStuck box, int depth) {
        if (depth > 0) count(box, depth - 1);
        else if (box.value != 5) box.value++;
    }

    public static void main(String[] args) {
        BoxStuck box = new BoxStuck();
        while (box.value < 10) count(box, args.length);
    }
}
