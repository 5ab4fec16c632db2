// method: OneBucket.main
// Two buckets that may be one: then the entry is put behind itself.
// expect java: diverges
// expect unbounded: diverges
class OneBucket {
    OneBucket next;

    public static void main(String[] args) {
        OneBucket[] table = new OneBucket[16];
        int here = args.length & 15;
        int there = args[0].length() & 15;
        table[here] = new OneBucket();
        table[there] = new OneBucket();
        OneBucket entry = table[here];
        entry.next = table[there];
        for (OneBucket e = entry; e != null; e = e.next) {
        }
    }
}
