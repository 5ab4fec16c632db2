package shop;
public class Graph { private final Graph peer; protected Graph other; String label; long[] marks;
  Graph(Graph peer) { this.peer = peer; }
  public boolean isPair() { return peer != null && peer.peer == this; }
  public boolean isLoop() { return other == this; }
  public void mark(int i) { marks[i]++; if (label == null) label = "m" + i; }
  public Graph copy() { Graph g = new Graph(peer); g.other = other; g.label = label + "!"; return g; } 
  static class Sub extends Graph { private int extra; Sub() { super(null); } @Override public boolean isLoop() { return extra > 0; } int extra() { return extra == 0 ? -1 : extra; } } }
