/** Small graphs: objects of several classes that may or may not be the same. */
class Graphs {
    static class Vertex { Edge out; int mark; }
    static class Edge { Vertex to; Edge next; int weight; }

    static boolean hasEdge(Vertex a, Vertex b) { for (Edge e = a.out; e != null; e = e.next) if (e.to == b) return true; return false; }
    static boolean loop(Vertex a) { return a.out != null && a.out.to == a; }
    static int markNeighbours(Vertex a) { int n = 0; for (Edge e = a.out; e != null; e = e.next) { if (e.to.mark == 0) n++; e.to.mark = 1; } return n; }
    static boolean triangle(Vertex a) { Vertex b = a.out.to, c = b.out.to; return c.out.to == a; }
    static void redirect(Edge e, Vertex v) { Vertex old = e.to; e.to = v; if (old == v) e.weight = 0; else e.weight = 1; }
    static int weights(Edge e) { int w = 0; while (e != null && w < 10) { w += e.weight; e = e.next; } return w; }
    static boolean meet(Vertex a, Vertex b) { return a.out != null && b.out != null && a.out.to == b.out.to; }
    static void addEdge(Vertex a, Vertex b) { Edge e = new Edge(); e.to = b; e.next = a.out; a.out = e; }
    static boolean addThenHas(Vertex a, Vertex b) { addEdge(a, b); return a.out.to == b; }
    static boolean dropFirst(Vertex a) { if (a.out == null) return false; a.out = a.out.next; return a.out == null; }
}
