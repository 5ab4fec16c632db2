// args: --method AskedLine.share --relevant line6
// The values computed on the line asked for matter, used or not; nothing else does.
class AskedLine {
    static int share(int[] a, int x) {
        int sum = x + 1;
        int unused = 3 * sum;
        int other = x * 2;              //~ irrelevant
        return other;                   //~ irrelevant
    }
}
