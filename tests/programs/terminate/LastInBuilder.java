// What a builder holds is not followed, and is not null either.
// method: LastInBuilder.run
// expect java: unknown
// expect unbounded: unknown
class LastInBuilder {
    static void run(StringBuilder builder) {
        while (builder.lastIndexOf("a") == 0) {
        }
    }
}
