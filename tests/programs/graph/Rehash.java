// Entries move from bucket to bucket; one cell of each table is known while they do.
// graph: Rehash.main unbounded
// verdict: terminates
class Rehash {
    final int hash;
    Rehash next;

    Rehash(int hash, Rehash next) {
        this.hash = hash;
        this.next = next;
    }

    public static void main(String[] args) {
        Rehash[] old = new Rehash[args.length + 1];
        for (String arg : args) {
            int i = arg.length() % old.length;
            old[i] = new Rehash(arg.length(), old[i]);
        }
        Rehash[] larger = new Rehash[2 * old.length];
        for (int j = 0; j < old.length; j++) {
            Rehash e = old[j];
            old[j] = null;
            while (e != null) {
                Rehash next = e.next;
                int i = e.hash % larger.length;
                e.next = larger[i];
                larger[i] = e;
                e = next;
            }
        }
        for (Rehash bucket : larger) {
            for (Rehash e = bucket; e != null; e = e.next) {}
        }
    }
}
