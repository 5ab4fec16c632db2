// method: FinalLibraryClass.wait
// The program makes no UUID, but one may come in; it is of a class nobody can extend, and none is tried.
// expect java: unknown
// expect unbounded: unknown
import java.util.UUID;

class FinalLibraryClass {
    static void wait(UUID id) {
        while (id != null) {
        }
    }
}
