// Resources close in reverse order, before catch and finally.
public class ResourceOrder {
    record Resource(String name) implements AutoCloseable {
        Resource {
            System.out.println("open " + name);
        }

        public void close() {
            System.out.println("close " + name);
        }
    }

    public static void main(String[] args) {
        try (Resource a = new Resource("a"); Resource b = new Resource("b"); Resource none = null) {
            System.out.println("body");
            throw new IllegalStateException("body");
        } catch (IllegalStateException e) {
            System.out.println("catch " + e.getMessage());
        } finally {
            System.out.println("finally");
        }
        Resource outside = new Resource("outside");
        try (outside) {
            System.out.println("using " + outside);
        }
    }
}
