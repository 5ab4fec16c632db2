// Nothing here extends the class, but a caller's object of it has its fields.
// method: CallersFields.run
// expect java: unknown
// expect unbounded: unknown
abstract class CallersFields {
    Object lock;
    String name;

    abstract void release();

    void run() {
        while (lock != null || name != null) {
        }
    }
}
