// assert: TRUE
// exceptions: FALSE, Main.java:21
import org.sosy_lab.sv_benchmarks.Verifier;

/** Some exceptions are caught; the one that is not is no failed assertion. */
public class Main {
    static int checked(int[] cells, int index) {
        try {
            return cells[index];
        } catch (ArrayIndexOutOfBoundsException outside) {
            return -1;
        }
    }

    public static void main(String[] args) {
        int index = Verifier.nondetInt();
        int found = checked(new int[4], index);
        assert found == (index >= 0 && index < 4 ? 0 : -1);
        Object object = Verifier.nondetBoolean() ? "text" : null;
        if (found == 0) {
            object.hashCode();
        }
    }
}
