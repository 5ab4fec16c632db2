// A local class captures by value and may be made several times.
public class LocalClassCapture {
    public static void main(String[] args) {
        int[] shared = {0};
        for (int i = 0; i < 3; i++) {
            int copy = i * 10;
            class Adder {
                final int extra;

                Adder(int extra) {
                    this.extra = extra;
                }

                int add() {
                    return shared[0] += copy + extra;
                }
            }
            System.out.println(new Adder(1).add() + " " + new Adder(2).add());
        }
    }
}
