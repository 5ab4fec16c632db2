// Asking for more memory than there is.
class OutOfMemory {
    public static void main(String[] args) {
        try { long[][] a = new long[64][Integer.MAX_VALUE - 10]; System.out.println(a.length); } catch (OutOfMemoryError e) { System.out.println(e.getMessage()); }
        int[] small = new int[1000];
        System.out.println("still here " + small.length);
    }
}
