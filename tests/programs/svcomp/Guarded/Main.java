// assert: TRUE
// exceptions: TRUE
import org.sosy_lab.sv_benchmarks.Verifier;

/** Assumptions exclude what would fail. */
public class Main {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Verifier.assume(0 < x && x < 1000);
        Verifier.assume(0 < y && y < 1000);
        assert x + y > 1;
        assert x / y <= x;
        int[] cells = new int[x];
        cells[x - 1] = y;
    }
}
