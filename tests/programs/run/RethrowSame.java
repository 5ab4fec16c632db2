// Rethrowing keeps the first trace; fillInStackTrace renews it.
public class RethrowSame {
    static void fail() {
        throw new IllegalStateException("once");
    }

    static void again() {
        try {
            fail();
        } catch (IllegalStateException e) {
            System.out.println(e.getStackTrace()[0].getMethodName());
            e.fillInStackTrace();
            System.out.println(e.getStackTrace()[0].getMethodName());
            throw e;
        }
    }

    public static void main(String[] args) {
        again();
    }
}
