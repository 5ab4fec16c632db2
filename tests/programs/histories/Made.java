// What an object must have been through before it fails, and what it can never have been through.
public class Made {
    private final int block;
    private int used;
    private int[] items = new int[4];

    public Made(int block) {
        if (block < 0) {
            throw new IllegalArgumentException("negative"); //~ warning
        }
        this.block = block;
    }

    public int blocks(int size) {
        return size / block; //~ error
    }

    public void push(int item) {
        items[used] = item; //~ error
        used++;
    }

    public void clear() {
        items = null;
    }

    public int capacity() {
        return items.length; //~ error
    }

    public int negative() {
        return used < 0 ? 1 / (used - used) : 0; //~ warning
    }

    // Nobody passes nothing.
    int hidden(int x) {
        return 10 / x; //~ warning
    }

    public int through(int y) {
        return hidden(Math.abs(y % 5) + 1);
    }

    // Somebody does.
    int exposed(int x) {
        return 10 / x; //~ error
    }

    public int open(int y) {
        return exposed(y);
    }
}
