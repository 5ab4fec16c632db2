package fuel;

/** Ends loops that would not end. */
public class Fuel {
    private static int left;

    public static class Empty extends Error {
        Empty() {
            super(null, null, false, false);
        }
    }

    public static void refill() {
        left = 300;
    }

    public static void burn() {
        left--;
        if (left < 0) {
            throw new Empty();
        }
    }
}
