// exceptions: FALSE, Main.java:10, value = 0
import org.sosy_lab.sv_benchmarks.Verifier;

/** The sources need not bring the benchmark interface; further classes may lie beside the program. */
public class Main {
    public static void main(String[] args) {
        long divisor = Verifier.nondetLong();
        byte[] bytes = {1, 2, 3};
        for (byte value : bytes) {
            System.out.println(value / divisor);
        }
    }
}
