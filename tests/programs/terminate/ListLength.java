// method: ListLength.main
// expect java: terminates
// expect unbounded: terminates
class ListLength {
    ListLength next;

    static ListLength make(int n) {
        ListLength list = null;
        for (int i = 0; i < n; i++) {
            ListLength cell = new ListLength();
            cell.next = list;
            list = cell;
        }
        return list;
    }

    public static void main(String[] args) {
        int length = 0;
        for (ListLength cell = make(args.length); cell != null; cell = cell.next) {
            length++;
        }
    }
}
