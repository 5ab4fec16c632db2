import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import jdk.internal.misc.Unsafe;

/** Class loaders, modules, services. */
class Loaders {
    public static class Guest {
        @Override
        public String toString() {
            return "guest";
        }
    }

    static class Own extends ClassLoader {
        final String name;

        Own(String name) {
            this.name = name;
        }

        @Override
        protected Class<?> findClass(String wanted) throws ClassNotFoundException {
            System.out.println(name + " finds " + wanted);
            if (!wanted.equals("Made")) {
                throw new ClassNotFoundException(wanted);
            }
            byte[] bytes = made();
            return defineClass(wanted, bytes, 0, bytes.length);
        }
    }

    /** The class file of `public class Made {}`, without a constructor. */
    static byte[] made() {
        String[] names = {"Made", "java/lang/Object"};
        List<Byte> out = new ArrayList<>();
        for (int b : new int[] {0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 5}) out.add((byte) b);
        for (int i = 0; i < 2; i++) {
            for (int b : new int[] {7, 0, 2 * i + 2, 1, 0, names[i].length()}) out.add((byte) b);
            for (char c : names[i].toCharArray()) out.add((byte) c);
        }
        for (int b : new int[] {0, 0x21, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0}) out.add((byte) b);
        byte[] bytes = new byte[out.size()];
        for (int i = 0; i < bytes.length; i++) bytes[i] = out.get(i);
        return bytes;
    }

    public static void main(String[] args) throws Exception {
        ClassLoader app = Loaders.class.getClassLoader();
        System.out.println(app.getName() + " " + (app == ClassLoader.getSystemClassLoader()) + " "
                + (app.getParent() == ClassLoader.getPlatformClassLoader()) + String.class.getClassLoader()
                + (Thread.currentThread().getContextClassLoader() == app));
        System.out.println(app.loadClass("Loaders$Guest").getSimpleName() + " "
                + Class.forName("java.lang.String", true, app.getParent()) + Class.forName("Loaders$Guest", true, app));
        Own own = new Own("own");
        Class<?> made = own.loadClass("Made");
        System.out.println((made.getClassLoader() == own) + " " + (own.loadClass("Made") == made) + made.getModule().isNamed()
                + (made.getModule() == own.getUnnamedModule()) + Class.forName("Made", false, own));
        try {
            own.loadClass("no.Such");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(String.class.getModule() + " " + Loaders.class.getModule().isNamed()
                + (Loaders.class.getModule() == app.getUnnamedModule())
                + Object.class.getModule().isOpen("java.lang") + Object.class.getModule().isExported("java.util")
                + Object.class.getModule().isExported("sun.misc") + Loaders.class.getModule().canRead(Object.class.getModule())
                + String.class.getPackage().getName() + Loaders.class.getModule().getClassLoader().getName()
                + java.util.logging.Logger.class.getModule().getName());
        try (InputStream in = app.getResourceAsStream("Loaders.class");
                InputStream module = Object.class.getModule().getResourceAsStream("java/lang/Object.class");
                InputStream system = ClassLoader.getSystemResourceAsStream("Loaders.class")) {
            System.out.println(in.read() + " " + module.read() + system.read() + app.getResource("no/such")
                    + app.getResources("no/such").hasMoreElements());
        }
        for (Runnable service : ServiceLoader.load(Runnable.class)) System.out.println(service);
        System.out.println(RandomGenerator.of("L64X128MixRandom") != null);
        System.out.println(String.format(Locale.GERMANY, "%,.2f", 1234.5) + " " + new TreeSet<>(List.of(1)));
        ClassLoader alone = new ClassLoader(null) {
        };
        System.out.println(alone.loadClass("java.lang.Thread") == Thread.class);
        byte[] other = renamed('T');
        System.out.println(Unsafe.getUnsafe().defineClass("Tade", other, 0, other.length, app, null).getName());
        Object hidden = MethodHandles.lookup().defineClass(renamed('L')).getName();
        System.out.println(hidden);
    }

    /** As {@link #made}, under another name of the same length. */
    static byte[] renamed(char first) {
        byte[] bytes = made();
        for (int i = 0; i + 4 < bytes.length; i++) {
            if (bytes[i] == 'M' && bytes[i + 1] == 'a') {
                bytes[i] = (byte) first;
            }
        }
        return bytes;
    }
}
