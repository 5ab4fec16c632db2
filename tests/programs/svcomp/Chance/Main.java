// assert: FALSE, Main.java:17
import org.sosy_lab.sv_benchmarks.Verifier;

/** Fails for almost all inputs, in a way that no solver likes to think about. */
public class Main {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        double y = Verifier.nondetDouble();
        if (Double.isNaN(x) || Double.isNaN(y) || x == 0 || y == 0) {
            return;
        }
        if (Math.abs(x) > 1e6 || Math.abs(y) > 1e6 || Math.abs(x) < 1e-3 || Math.abs(y) < 1e-3) {
            return;
        }
        double z = x * y / (x * x + y * y) + Math.sqrt(x * x + y * y);
        if (z > 0.3) {
            assert z * z - x * y < 0.01 * z;
        }
    }
}
