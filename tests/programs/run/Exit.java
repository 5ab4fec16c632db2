// System.exit runs hooks, skips the rest, gives the status.
class Exit {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        try { System.exit(3); } finally { System.out.println("not reached"); }
    }
}
