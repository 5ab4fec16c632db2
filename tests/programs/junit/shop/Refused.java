package shop;

/** An exception of its own, with fields that the JDK's classes hand down and nobody may look at. */
public class Refused extends Exception {
    private final int code;

    public Refused(String message, int code) {
        super(message);
        this.code = code;
    }

    public int share() {
        return 100 / code;
    }

    public int length() {
        return getMessage().length();
    }
}
