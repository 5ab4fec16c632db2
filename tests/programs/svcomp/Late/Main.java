// assert: UNKNOWN
// exceptions: UNKNOWN

import org.sosy_lab.sv_benchmarks.Verifier;

/** Fails in an iteration that few would wait for. */
class Main {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                assert i != 70000;
            } catch (AssertionError late) {
                sum = 10 / (i - 70000);
            }
        }
    }
}
