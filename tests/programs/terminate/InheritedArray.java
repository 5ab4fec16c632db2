// A class of the library that is extended has an array of its own that the program never makes.
// method: InheritedArray.run
// expect java: unknown
// expect unbounded: unknown
import java.util.BitSet;

class InheritedArray extends BitSet {
    static void run(InheritedArray bits) {
        while (bits.get(3)) {
        }
    }
}
