// method: LeftBehind.main
// Nothing takes the entries out of the old table, so the second time they are put in front of themselves.
// expect java: diverges
// expect unbounded: diverges
class LeftBehind {
    LeftBehind next;

    public static void main(String[] args) {
        LeftBehind[] old = new LeftBehind[args.length + 10];
        LeftBehind[] larger = new LeftBehind[args.length + 20];
        old[args.length] = new LeftBehind();
        for (int round = 0; round < 2; round++) {
            for (int j = 0; j < old.length; j++) {
                LeftBehind e = old[j];
                if (e == null) continue;
                e.next = larger[0];
                larger[0] = e;
            }
        }
        for (LeftBehind e = larger[0]; e != null; e = e.next) {
        }
    }
}
