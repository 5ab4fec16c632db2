package shop;
public class Box<T extends Comparable<T>> { private T content; private Box<T> next; int used;
  public Box(T content) { this.content = content; }
  public T get() { if (content == null) throw new java.util.NoSuchElementException("empty box"); return content; }
  public boolean put(T t) { used++; if (content != null) return false; content = t; return true; }
  public Box<T> last() { Box<T> b = this; while (b.next != null) b = b.next; return b; }
  public static <A> A pick(A a, A b, boolean first) { return first ? a : b; } }
