// `nextInt` of the library calls `next`, which is overridden.
// method: DerivedRandom.run
// expect java: unknown
// expect unbounded: unknown
import java.util.Random;

class DerivedRandom extends Random {
    protected int next(int bits) {
        for (;;) {
        }
    }

    static int run() {
        return new DerivedRandom().nextInt();
    }
}
