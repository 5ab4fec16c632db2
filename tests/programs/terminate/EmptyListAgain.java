// The library's constants may be handed over, too.
// method: EmptyListAgain.spin
// expect java: unknown
// expect unbounded: unknown
import java.util.Collections;
import java.util.List;

class EmptyListAgain {
    static void spin(List<Object> list) {
        while (list == Collections.EMPTY_LIST) {
        }
    }
}
