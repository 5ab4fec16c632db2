// Asking for more memory than there is.
class OutOfMemory {
    public static void main(String[] args) {
        try { long[] a = new long[Integer.MAX_VALUE - 10]; System.out.println(a.length); } catch (OutOfMemoryError e) { System.out.println(e.getMessage()); }
        try { int[][] a = new int[1 << 30][1 << 30]; System.out.println(a.length); } catch (OutOfMemoryError e) { System.out.println("again"); }
        System.out.println("still here");
    }
}
