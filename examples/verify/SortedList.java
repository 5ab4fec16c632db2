/** Insertion into a sorted list keeps it sorted. */
class SortedNode {
    int value;
    SortedNode next;

    /*@
      predicate sorted(int low) = acc(value) && acc(next) && low <= value && (next != null ==> next.sorted(value));
    @*/

    //@ given int low;
    //@ requires low <= v && (next != null ==> next.sorted(v));
    //@ ensures sorted(low);
    SortedNode(int v, SortedNode next) {
        value = v;
        this.next = next;
        //@ close sorted(low);
    }

    //@ given int low;
    //@ requires low <= v && (list != null ==> list.sorted(low));
    //@ ensures result != null && result.sorted(low);
    static SortedNode insert(SortedNode list, int v) {
        if (list == null) {
            return new SortedNode(v, null) /*@ with low = low @*/;
        }
        //@ open list.sorted(low);
        if (v <= list.value) {
            //@ close list.sorted(v);
            return new SortedNode(v, list) /*@ with low = low @*/;
        }
        list.next = insert(list.next, v) /*@ with low = list.value @*/;
        //@ close list.sorted(low);
        return list;
    }
}
