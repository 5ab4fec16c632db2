// Handlers, finally and nested cleanup: exception edges.
class Exceptions {
    static int parse(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException | NullPointerException e) {
            return -1;
        } finally {
            count++;
        }
    }

    static int count;

    static void locked(Object lock) {
        synchronized (lock) {
            count--;
        }
    }
}
