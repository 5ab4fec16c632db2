// run: explore --heap summary
// safe: Breakdowns.caught Breakdowns.small
// unknown: Breakdowns.path Breakdowns.large Breakdowns.Broken.Broken
// What the machine that explores lacks is no failure of the program; what the program itself breaks is.
class Breakdowns {
    static class Broken {
        static int number = Integer.parseInt("none");
    }

    /** The JDK looks for its file system, which is not there. */
    static String path() {
        return java.nio.file.Path.of("a").toString();
    }

    static int large() {
        return new byte[400_000_000].length;
    }

    static int largest() {
        return new int[Integer.MAX_VALUE].length; //~ OutOfMemoryError
    }

    static int small() {
        return new byte[4_000].length;
    }

    static int own() {
        return Broken.number; //~ ExceptionInInitializerError
    }

    static int caught() {
        try {
            return Broken.number;
        } catch (ExceptionInInitializerError | NoClassDefFoundError failure) {
            return 0;
        }
    }

    static void made(int number) {
        if (number == 3) {
            throw new InternalError("mine"); //~ InternalError
        }
    }
}
