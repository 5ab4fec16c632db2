package shop;

/** State that belongs to nobody: tests set it, and put it back. */
public class Register {
    static int total;
    private static short open;
    private static Register last;
    public static String owner = "nobody";
    int amount;

    public static int add(int amount) {
        total += amount;
        if (total < 0) {
            throw new IllegalStateException("overdrawn");
        }
        return total;
    }

    public static boolean isOpen() {
        return open > 0 && open++ < 10;
    }

    public void pay() {
        if (last != null && last != this) {
            last.amount += amount;
        }
        last = this;
        owner = owner == null ? "new" : "old";
    }
}
