// method: Buckets.main
// Nobody puts a table into an entry, although keys may be anything: buckets are lists that end.
// expect java: terminates
// expect unbounded: terminates
class Buckets {
    static class Entry {
        final Object key;
        final Entry next;

        Entry(Object key, Entry next) {
            this.key = key;
            this.next = next;
        }
    }

    static class Key {
        int number;
    }

    public static void main(String[] args) {
        Entry[] table = new Entry[args.length];
        for (String arg : args) {
            int bucket = arg.length() % table.length;
            table[bucket] = new Entry(new Key(), table[bucket]);
        }
        int count = 0;
        for (Entry entry : table) {
            for (Entry e = entry; e != null; e = e.next) count++;
        }
    }
}
