// method: MostIntegers.run
// Every int is at most the greatest one; a mathematical integer is not.
// expect java: diverges
// expect unbounded: terminates
class MostIntegers {
    static void run(int i) {
        while (i <= Integer.MAX_VALUE) {
            i++;
        }
    }
}
