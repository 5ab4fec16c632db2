// What close throws is suppressed, or thrown when nothing else is.
public class ResourceSuppressed {
    static class Bad implements AutoCloseable {
        final int number;

        Bad(int number) {
            this.number = number;
            if (number == 3) throw new IllegalArgumentException("open 3");
        }

        public void close() throws Exception {
            throw new Exception("close " + number);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Bad a = new Bad(1); Bad b = new Bad(2)) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
            for (Throwable each : e.getSuppressed()) System.out.println("  " + each.getMessage());
        }
        try (Bad a = new Bad(1); Bad b = new Bad(3)) {
            System.out.println("unreachable");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + e.getSuppressed().length);
        }
        try (Bad a = new Bad(1); Bad b = new Bad(2)) {
            System.out.println("fine");
        }
    }
}
