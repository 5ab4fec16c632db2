// args: --relevant return --relevant exceptions --relevant heap
// Whether the program goes on matters to everyone.
class Exits {
    static void check(int x) {
        if (x < 0) {
            System.exit(1);
        }
    }

    static int exits(int x) {
        check(x);
        return 1;
    }
}
