// The counter is counted and never looked at [Otto15, Ex. 4.4].
class DeadCounter {
    static int num(int seed) {
        return seed * 7;
    }

    static int main(int seed) {
        int a = num(seed);
        int b = a;              //~ irrelevant
        int out = -a;
        b = b + 1;              //~ irrelevant
        return out;
    }
}
