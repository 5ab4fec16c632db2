// System.exit in finally beats the exception.
public class ExitInFinally {
    public static void main(String[] args) {
        try {
            System.out.println("try");
            throw new IllegalStateException("lost");
        } finally {
            System.out.println("exiting");
            System.exit(7);
        }
    }
}
