// Class loaders: whose classes are whose, a loader of one's own, resources, services.
import java.io.InputStream;
import java.util.ServiceLoader;

public class OwnLoader {
    static class Verbose extends ClassLoader {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            System.out.println("asked for " + name);
            throw new ClassNotFoundException(name);
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader loader = OwnLoader.class.getClassLoader();
        System.out.println(loader.getClass().getSimpleName() + " " + loader.getName() + " " + loader.getParent().getName()
                + " " + String.class.getClassLoader() + " " + (Thread.currentThread().getContextClassLoader() == loader));
        System.out.println(loader.loadClass("OwnLoader$Verbose") == Verbose.class);
        System.out.println(new Verbose().loadClass("java.util.List") + " " + new Verbose().loadClass("OwnLoader"));
        try (InputStream in = OwnLoader.class.getResourceAsStream("OwnLoader.class")) {
            System.out.println(Integer.toHexString(in.read()) + " " + OwnLoader.class.getResource("/no/such"));
        }
        for (Runnable service : ServiceLoader.load(Runnable.class)) {
            System.out.println(service);
        }
        System.out.println(String.class.getModule() + " " + OwnLoader.class.getModule().isNamed() + " "
                + java.util.logging.Level.class.getModule() + " " + String.class.getPackage());
        try {
            String.class.getDeclaredField("value").setAccessible(true);
        } catch (RuntimeException e) {
            System.out.println(e.getMessage().replaceAll("@.*", ""));
        }
        try {
            Object level = java.util.logging.Level.INFO;
            System.out.println((OwnLoader) level);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        new Verbose().loadClass("no.Such");
    }
}
