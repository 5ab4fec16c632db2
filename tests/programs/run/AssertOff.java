// Assertions are off unless asked for, their conditions unevaluated.
public class AssertOff {
    static int calls;

    static boolean check() {
        calls++;
        return false;
    }

    public static void main(String[] args) {
        assert check() : "never built " + calls;
        assert false;
        System.out.println(calls);
        boolean on = false;
        assert on = true;
        System.out.println(on);
    }
}
