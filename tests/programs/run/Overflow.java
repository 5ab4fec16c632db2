// Endless recursion is a StackOverflowError that can be caught.
class Overflow {
    static int depth;
    static void down() { depth++; down(); }
    public static void main(String[] args) {
        try { down(); } catch (StackOverflowError e) { System.out.println("caught " + (depth > 500) + " " + e.getMessage()); }
        try { down(); } finally { System.out.println("finally"); System.exit(7); }
    }
}
