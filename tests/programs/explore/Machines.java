// run: explore
// unknown: Machines.digest Machines.variable Machines.property Machines.order Machines.file
// What is found on one machine only, and what cannot be looked at here, is no failure of the program and proves nothing.
class Machines {
    static String digest() throws Exception {
        return java.security.MessageDigest.getInstance("MD5").getAlgorithm();
    }

    static void variable() {
        if (System.getenv("PATH") == null) throw new IllegalStateException();
    }

    static void property() {
        assert System.getProperty("no.such.property.is.set") == null;
    }

    static void order() {
        int first = java.util.Set.of(1, 2).iterator().next();
        assert first == 1 || first == 2;
    }

    static void file() {
        assert !new java.io.File("data").exists();
    }
}
