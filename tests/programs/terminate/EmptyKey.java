// No property has an empty name.
// method: EmptyKey.wait
// expect java: unknown
// expect unbounded: unknown
class EmptyKey {
    static void wait(int number, String key) {
        try {
            System.getProperty(key);
        } catch (IllegalArgumentException empty) {
            while (number == 123456) {
            }
        }
    }
}
