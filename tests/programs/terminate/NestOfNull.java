// Some questions about classes need another class.
// method: NestOfNull.wait
// expect java: unknown
// expect unbounded: unknown
class NestOfNull {
    static void wait(int number, Class<?> other) {
        try {
            String.class.isNestmateOf(other);
        } catch (NullPointerException absent) {
            while (number == 123456) {
            }
        }
    }
}
