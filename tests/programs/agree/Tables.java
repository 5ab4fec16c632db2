/** Arrays of objects and of numbers. */
class Tables {
    static final class Item { int id; Item twin; }

    static Item get(Item[] items, int at) { return items[at]; }
    static boolean first(Item[] items, Item x) { return items.length > 0 && items[0] == x; }
    static boolean equalAt(Item[] items, int i, int j) { return items[i] == items[j]; }
    static void put(Item[] items, int i, Item x) { items[i] = x; }
    static boolean putThenGet(Item[] items, int i, int j, Item x) { items[i] = x; return items[j] == x; }
    static int ids(Item[] items) { int s = 0; for (int i = 0; i < items.length; i++) { if (items[i] != null) s += items[i].id; } return s; }
    static boolean twins(Item[] items) { return items[0].twin == items[1]; }
    static int swap(int[] a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; return a[i] == t ? 1 : 0; }
}
