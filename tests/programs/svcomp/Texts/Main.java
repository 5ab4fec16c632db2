// assert: FALSE, Main.java:10, text.equals("abc")
import org.sosy_lab.sv_benchmarks.Verifier;

/** Strings from outside. */
public class Main {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        boolean known = text != null && text.length() == 3 && text.startsWith("ab");
        if (known) {
            assert text.charAt(2) != 'c';
        }
    }
}
