// assert: FALSE, Main.java:16
// exceptions: TRUE
import org.sosy_lab.sv_benchmarks.Verifier;

/** A class below `AssertionError` is one. */
public class Main {
    static class Broken extends AssertionError {
        Broken(String why) {
            super(why);
        }
    }

    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        if (number * 2 == 14) {
            throw new Broken("seven");
        }
    }
}
