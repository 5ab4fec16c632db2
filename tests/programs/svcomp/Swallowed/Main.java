// assert: FALSE, Main.java:11, value = 5
// exceptions: TRUE
import org.sosy_lab.sv_benchmarks.Verifier;

/** An assertion that fails has failed, whoever catches its error. */
public class Main {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        boolean failed = false;
        try {
            assert number != 5;
        } catch (Throwable swallowed) {
            failed = true;
        } finally {
            System.out.println(failed);
        }
    }
}
