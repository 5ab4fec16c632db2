// The constructor of `Random` calls `setSeed` of what is derived from it.
// method: OwnSeed.run
// expect java: unknown
// expect unbounded: unknown
import java.util.Random;

class OwnSeed extends Random {
    OwnSeed() {
        super(5);
    }

    @Override
    public void setSeed(long seed) {
        while (seed == 5) {
        }
    }

    static void run() {
        new OwnSeed();
    }
}
