// assert: TRUE
// exceptions: FALSE, Main.java:11
import org.sosy_lab.sv_benchmarks.Verifier;

/** A class of the program's own is no failed assertion, whatever it is called. */
public class Main {
    static class AssertionError extends RuntimeException {}

    public static void main(String[] args) {
        if (Verifier.nondetInt() == 3) {
            throw new AssertionError();
        }
    }
}
