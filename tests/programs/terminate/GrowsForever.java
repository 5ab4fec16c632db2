// method: GrowsForever.run
// In Java the sum becomes negative at last.
// expect java: terminates
// expect unbounded: diverges
class GrowsForever {
    static void run(int i) {
        while (i > 0) {
            i++;
        }
    }
}
