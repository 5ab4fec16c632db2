// Throwing null throws a NullPointerException, also from a method that returns one.
public class ThrowNull {
    static RuntimeException none() {
        return null;
    }

    public static void main(String[] args) {
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println("null thrown");
        }
        throw none();
    }
}
