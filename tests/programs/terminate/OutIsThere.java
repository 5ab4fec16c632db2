// Before a program starts the JVM has set up what it prints to.
// method: OutIsThere.run
// expect java: terminates
// expect unbounded: terminates
class OutIsThere {
    static void run() {
        while (System.out == null) {
        }
    }
}
