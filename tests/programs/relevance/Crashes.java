// args: --relevant heap --relevant exceptions
// Ex. 4.14: the throw skips the update, so the operands matter and the quotient does not; but they share a line.
class Crashes {
    int value;

    static void update(int x, int y, Crashes object) {
        int a = x;
        int b = y;
        int t = a / b;                                  //~ part t =
        object.value++;
    }
}
