// args: --relevant heap
// Ex. 4.14 with its seed at normal ends only.
class Blind {
    int value;

    static void update(int x, int y, Blind object) {
        int a = x;                              //~ irrelevant
        int b = y;                              //~ irrelevant
        int t = a / b;                          //~ irrelevant
        object.value++;
    }
}
