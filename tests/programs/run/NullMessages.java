// The messages of NullPointerException.
class NullMessages {
    static class Node { Node next; int[] data; String name; Node get() { return next; } static Node root; }
    static Node make() { return null; }
    static void attempt(Runnable r) { try { r.run(); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    public static void main(String[] args) {
        Node n = new Node(), nul = null;
        Node[] nodes = new Node[2];
        int i = 1;
        try { nul.next = n; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(n.next.name); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { n.data[0] = 1; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(n.data.length); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { n.get().get(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { make().get(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { nodes[i].name.length(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { Node.root.get(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { n.name.substring(i, 2); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { synchronized (nul) { } } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { throw null; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { Integer box = null; int x = box; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { throw new NullPointerException("mine"); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { throw new NullPointerException(); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { java.util.Objects.requireNonNull(nul, "required"); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        attempt(() -> n.next.next.next = null);
        int[][] grid = new int[2][];
        try { grid[i][0]++; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        n.next.get();
    }
}
