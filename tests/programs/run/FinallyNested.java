// Nested finally blocks run from the inside out.
public class FinallyNested {
    static StringBuilder log = new StringBuilder();

    static int f(int mode) {
        try {
            try {
                try {
                    if (mode == 0) return 0;
                    if (mode == 1) throw new IllegalStateException("one");
                    if (mode == 2) throw new Error("two");
                } finally {
                    log.append("a");
                }
                log.append("-");
            } catch (IllegalStateException e) {
                log.append("c");
                throw new RuntimeException("again", e);
            } finally {
                log.append("b");
            }
        } catch (RuntimeException e) {
            log.append(e.getCause().getMessage());
        } finally {
            log.append(";");
        }
        return 9;
    }

    public static void main(String[] args) {
        System.out.println(f(0) + " " + f(1) + " " + f(3));
        try {
            f(2);
        } catch (Error e) {
            log.append(e.getMessage());
        }
        System.out.println(log);
    }
}
