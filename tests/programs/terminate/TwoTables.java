// method: TwoTables.main
// What was written last into a table is not there any more if the other table is the same one.
// expect java: diverges
// expect unbounded: diverges
class TwoTables {
    TwoTables next;

    public static void main(String[] args) {
        TwoTables[] one = new TwoTables[args.length + 10];
        TwoTables[] other = args.length > 3 ? new TwoTables[args.length + 10] : one;
        int i = args.length;
        TwoTables ring = new TwoTables();
        ring.next = ring;
        one[i] = new TwoTables();
        other[i] = ring;
        for (TwoTables e = one[i]; e != null; e = e.next) {
        }
    }
}
