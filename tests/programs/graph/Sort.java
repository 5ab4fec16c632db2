// Insertion into a sorted list: field writes on shared data, replayed.
// graph: Sort.main unbounded
// throws: NullPointerException
// Known gap: that the list stays a list is lost where the element goes in.
// verdict: unknown
class Sort {
    int value;
    Sort next;

    static Sort insert(Sort list, int value) {
        Sort node = new Sort();
        node.value = value;
        if (list == null || list.value >= value) {
            node.next = list;
            return node;
        }
        Sort at = list;
        while (at.next != null && at.next.value < value) at = at.next;
        node.next = at.next;
        at.next = node;
        return list;
    }

    public static void main(String[] args) {
        Sort list = null;
        for (int i = 0; i < args.length; i++) list = insert(list, args[i].length());
        int sum = 0;
        for (Sort at = list; at != null; at = at.next) sum += at.value;
    }
}
