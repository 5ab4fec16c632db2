// An array of `Integer` never takes the text.
// method: RetriesStore.run
// expect java: unknown
// expect unbounded: unknown
class RetriesStore {
    static void put(Object[] values) {
        values[0] = "x";
    }

    static void run(Object[] values) {
        for (;;) {
            try {
                put(values);
                return;
            } catch (ArrayStoreException e) {
                // once more
            }
        }
    }
}
