// The call counts in a field of its argument.
// method: BoxCounter.main
// expect java: terminates
// expect unbounded: terminates
class BoxCounter {
    int value;

    static void count(BoxCounter box, int depth) {
        if (depth > 0) count(box, depth - 1);
        else box.value++;
    }

    public static void main(String[] args) {
        BoxCounter box = new BoxCounter();
        while (box.value < 10) count(box, args.length);
    }
}
