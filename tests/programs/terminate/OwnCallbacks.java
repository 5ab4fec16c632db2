// The library's default `toString` asks for the hash code, and this one does not come back for most inputs.
// method: OwnCallbacks.run
// expect java: diverges
// expect unbounded: diverges
class OwnCallbacks {
    int seed;

    public int hashCode() {
        while (seed != 1234567) {
        }
        return seed;
    }

    static String run(int seed) {
        OwnCallbacks object = new OwnCallbacks();
        object.seed = seed;
        return "so " + object;
    }
}
