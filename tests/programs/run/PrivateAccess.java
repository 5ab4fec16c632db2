// Nested classes see each other's private members.
public class PrivateAccess {
    private static int secret = 1;

    private static class Left {
        private int value = 5;

        private int twice() {
            return value * 2 + secret;
        }
    }

    private static class Right {
        private int peek(Left left) {
            left.value++;
            secret += 10;
            return left.twice();
        }
    }

    public static void main(String[] args) {
        Left left = new Left();
        System.out.println(new Right().peek(left));
        System.out.println(left.value + " " + secret);
    }
}
