// method: EndlessRecursion.run
// expect java: diverges
// expect unbounded: diverges
class EndlessRecursion {
    static int run(int n) {
        return n == 3 ? 0 : run(n) + 1;
    }
}
