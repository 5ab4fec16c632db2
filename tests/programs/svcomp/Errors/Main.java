// assert: TRUE
// exceptions: TRUE
import org.sosy_lab.sv_benchmarks.Verifier;

/** Errors and checked exceptions are no `RuntimeException`s; an `AssertionError` that is only made is no failure. */
public class Main {
    public static void main(String[] args) throws Exception {
        int number = Verifier.nondetInt();
        Error made = new AssertionError("never thrown");
        if (number == 1) {
            throw new java.io.IOException("checked");
        }
        if (number == 2) {
            throw new LinkageError(made.getMessage());
        }
    }
}
