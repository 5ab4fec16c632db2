// The first use reports ExceptionInInitializerError, the next NoClassDefFoundError.
public class InitializerFails {
    static class Broken {
        static int value = Integer.parseInt("x1");
    }

    public static void main(String[] args) {
        try {
            System.out.println(Broken.value);
        } catch (ExceptionInInitializerError e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        try {
            System.out.println(Broken.value);
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
    }
}
