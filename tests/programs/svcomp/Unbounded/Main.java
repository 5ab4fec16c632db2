// assert: TRUE
// exceptions: TRUE

import org.sosy_lab.sv_benchmarks.Verifier;

/** However many there are: no bound on iterations is enough. */
class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 0) return;
        int[] numbers = new int[n];
        int at = 0;
        while (at < n) {
            assert at >= 0 && at < numbers.length;
            numbers[at++] = Verifier.nondetInt();
        }
    }
}
