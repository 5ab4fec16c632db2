// An Error in a static initializer is not wrapped.
public class InitializerError {
    static class Broken {
        static {
            if (true) throw new AssertionError("straight");
        }
    }

    public static void main(String[] args) {
        try {
            new Broken();
        } catch (AssertionError e) {
            System.out.println(e);
        }
        new Broken();
    }
}
