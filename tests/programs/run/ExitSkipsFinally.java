// System.exit does not run pending finally blocks.
public class ExitSkipsFinally {
    static void stop() {
        try {
            System.exit(3);
        } finally {
            System.out.println("unreachable");
        }
    }

    public static void main(String[] args) {
        try {
            System.out.print("no newline");
            stop();
        } finally {
            System.out.println("unreachable");
        }
    }
}
