// Runaway recursion is caught and the program goes on.
public class StackOverflowCaught {
    static int depth;

    static void dive() {
        depth++;
        dive();
    }

    public static void main(String[] args) {
        try {
            dive();
        } catch (StackOverflowError e) {
            System.out.println("caught " + (depth > 500) + " " + e.getMessage());
        }
        depth = 0;
        try {
            dive();
        } catch (Throwable e) {
            System.out.println(e.getClass().getName());
        }
    }
}
