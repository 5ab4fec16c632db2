// try-with-resources: closing order, suppressed exceptions, null resources.
class Suppressed {
    record Resource(String name, boolean fails) implements AutoCloseable {
        Resource { System.out.println("open " + name); }
        public void close() {
            System.out.println("close " + name);
            if (fails) throw new IllegalStateException("close " + name);
        }
    }
    public static void main(String[] args) {
        try (Resource a = new Resource("a", false); Resource b = new Resource("b", false)) { System.out.println("body"); }
        try (Resource none = null) { System.out.println("null is fine"); }
        try (Resource a = new Resource("a", true); Resource b = new Resource("b", true)) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
            for (Throwable t : e.getSuppressed()) System.out.println("  " + t.getMessage());
        }
        try (Resource a = new Resource("c", true)) { System.out.println("uncaught follows"); }
    }
}
