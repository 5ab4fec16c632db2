// method: GrowTable.main
// Entries move to a larger table now and then. One that is taken out of a bucket is in no other, so all buckets end.
// expect java: terminates
// expect unbounded: terminates
class GrowTable {
    static class Entry {
        final int hash;
        Entry next;

        Entry(int hash, Entry next) {
            this.hash = hash;
            this.next = next;
        }
    }

    Entry[] table = new Entry[16];
    int size;

    boolean contains(int hash) {
        for (Entry e = table[hash & (table.length - 1)]; e != null; e = e.next) {
            if (e.hash == hash) return true;
        }
        return false;
    }

    void add(int hash) {
        if (contains(hash)) return;
        int i = hash & (table.length - 1);
        table[i] = new Entry(hash, table[i]);
        if (size++ >= table.length) grow();
    }

    void grow() {
        Entry[] old = table;
        Entry[] larger = new Entry[2 * old.length];
        for (int j = 0; j < old.length; j++) {
            Entry e = old[j];
            old[j] = null;
            while (e != null) {
                Entry next = e.next;
                int i = e.hash & (larger.length - 1);
                e.next = larger[i];
                larger[i] = e;
                e = next;
            }
        }
        table = larger;
    }

    public static void main(String[] args) {
        GrowTable set = new GrowTable();
        for (String arg : args) set.add(arg.length());
    }
}
