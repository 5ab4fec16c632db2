// `printf` calls `toString` of what it prints.
// method: FormatOwn.run
// expect java: unknown
// expect unbounded: unknown
class FormatOwn {
    public String toString() {
        for (;;) {
        }
    }

    static void run() {
        System.out.printf("%s", new FormatOwn());
    }
}
