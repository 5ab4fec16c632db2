// What is wrong with a format has a class of its own.
// method: FormatMissing.run
// expect java: unknown
// expect unbounded: unknown
import java.util.MissingFormatArgumentException;

class FormatMissing {
    static void run(String format) {
        try {
            System.out.printf(format, 1);
        } catch (MissingFormatArgumentException missing) {
            for (;;) {
            }
        }
    }
}
