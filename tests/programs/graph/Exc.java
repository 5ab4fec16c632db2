// No exception is possible. The loop over constants should be executed, but is merged at the join behind the `if`.
// graph: Exc.main
// loops: 1
// throws: nothing
// verdict: terminates
class Exc {
    int f;

    public static void main(String[] args) {
        int i = 0;
        Exc e = new Exc();
        while (i < 20) {
            try {
                if (i > 10) e.f = 5;
                i += 2;
            } catch (NullPointerException n) {
            }
        }
    }
}
