// assert: FALSE, Main.java:13, value = true
import org.sosy_lab.sv_benchmarks.Verifier;

/** Values of all kinds, as `Verifier` would parse them. */
public class Main {
    public static void main(String[] args) {
        boolean truth = Verifier.nondetBoolean();
        char letter = Verifier.nondetChar();
        long wide = Verifier.nondetLong();
        double fraction = Verifier.nondetDouble();
        String text = Verifier.nondetString();
        if (truth && letter == 'x' && wide == 5000000000L && fraction == 0.25) {
            assert !text.equals("a\"<b");
        }
    }
}
