// Causes and suppressed exceptions in an uncaught exception's trace.
public class ChainedCauses {
    static void low() {
        throw new IllegalArgumentException("low");
    }

    static void middle() {
        try {
            low();
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("middle", e);
        }
    }

    public static void main(String[] args) throws Exception {
        try {
            middle();
        } catch (IllegalStateException e) {
            Exception top = new Exception("top", e);
            top.addSuppressed(new RuntimeException("suppressed", new Error("its cause")));
            throw top;
        }
    }
}
