// assert: FALSE, Main.java:12, value = 2147483647
// exceptions: TRUE
import org.sosy_lab.sv_benchmarks.Verifier;

/** Fails for one input only, and is caught by nobody. */
public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0) {
            return;
        }
        assert x + 1 > 0;
    }
}
