// A native method without a library: who calls it is told so, whatever its types.

public class NativeMethods {
    interface Maker {
        String make();
    }

    native int add(int a, long b, String[] c);

    static native <T> T[][] pick(T t, double... d);

    static synchronized native void none();

    public static void main(String[] args) {
        Runnable[] calls = {() -> new NativeMethods().add(1, 2, null), () -> pick("x"), NativeMethods::none};
        for (Runnable call : calls) {
            try {
                call.run();
            } catch (UnsatisfiedLinkError error) {
                System.out.println(error.getMessage() + " " + error.getStackTrace()[0]);
            }
        }
        none();
    }
}
