// An exception without a stack trace, and one with an overridden toString.
public class QuietException {
    static class Quiet extends RuntimeException {
        Quiet(String text) {
            super(text, null, false, false);
        }

        @Override
        public String toString() {
            return "Quiet<" + getMessage() + ">";
        }
    }

    public static void main(String[] args) {
        Quiet quiet = new Quiet("hush");
        quiet.addSuppressed(new Error());
        System.out.println(quiet.getSuppressed().length + " " + quiet.getStackTrace().length);
        throw quiet;
    }
}
