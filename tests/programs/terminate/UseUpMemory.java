// Every round leaves less memory.
// method: UseUpMemory.fill
// expect java: unknown
// expect unbounded: unknown
class UseUpMemory {
    static Object last;

    static void fill() {
        while (Runtime.getRuntime().freeMemory() > 1000) {
            last = new Object[] {last};
        }
    }
}
