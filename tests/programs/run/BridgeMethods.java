// A bridge method casts its argument and a heap polluter finds out.
public class BridgeMethods {
    static abstract class Handler<T> {
        abstract String handle(T value);
    }

    static class IntHandler extends Handler<Integer> {
        String handle(Integer value) {
            return "int " + (value + 1);
        }
    }

    public static void main(String[] args) {
        Handler<Integer> handler = new IntHandler();
        System.out.println(handler.handle(41));
        @SuppressWarnings("unchecked")
        Handler<Object> raw = (Handler<Object>) (Handler<?>) handler;
        try {
            raw.handle("text");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}
