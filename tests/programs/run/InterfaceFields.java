// An interface is initialized only when a non-constant field is read.
public class InterfaceFields {
    static int say(String text, int value) {
        System.out.println("init " + text);
        return value;
    }

    interface Constants {
        int CONSTANT = 3;
        int COMPUTED = say("Constants", 4);
    }

    interface WithDefault {
        int FIELD = say("WithDefault", 5);

        default void nothing() {}
    }

    static class Plain implements Constants {}

    static class Rich implements WithDefault {}

    public static void main(String[] args) {
        System.out.println(Constants.CONSTANT);
        new Plain();
        System.out.println("made plain");
        new Rich();
        System.out.println("made rich");
        System.out.println(Plain.COMPUTED);
        System.out.println(Rich.FIELD);
    }
}
