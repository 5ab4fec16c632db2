// Nothing here extends the class, but a caller's object of it is an object.
// method: CallersObject.run
// expect java: unknown
// expect unbounded: unknown
class CallersObject {
    abstract static class Base {
    }

    static void run(Object object) {
        if (object instanceof Base) {
            while (true) {
            }
        }
    }
}
