// Locales, properties and the like are there, so that nothing is caught.
// method: NeverFails.run
// expect java: terminates
// expect unbounded: terminates
class NeverFails {
    static void run() {
        try {
            "abc".toUpperCase();
            System.getProperty("none");
        } catch (NullPointerException | ExceptionInInitializerError failure) {
            while (true) {
            }
        }
    }
}
