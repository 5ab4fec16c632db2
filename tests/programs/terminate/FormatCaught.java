// Whatever is wrong with a format, it is an `IllegalArgumentException`.
// method: FormatCaught.run
// expect java: terminates
// expect unbounded: terminates
class FormatCaught {
    static void run(String format) {
        boolean again = true;
        while (again) {
            try {
                System.out.printf(format, 1);
                again = false;
            } catch (IllegalArgumentException wrong) {
                return;
            }
        }
    }
}
