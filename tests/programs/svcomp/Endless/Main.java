// assert: UNKNOWN
import org.sosy_lab.sv_benchmarks.Verifier;

/** True, but not within any bound. */
public class Main {
    public static void main(String[] args) {
        int sum = 0;
        while (Verifier.nondetBoolean()) {
            sum += 2;
            assert sum % 2 == 0;
        }
    }
}
