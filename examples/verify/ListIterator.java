/** Iterating over a list: what was passed and what is left together are the list. */
class Item {
    int value;
    Item next;

    /*@
      static predicate chain(Item i) = i != null ==> acc(i.value, 1/2) && acc(i.next, 1/2) && chain(i.next);

      pure static seq<int> values(Item i)
          requires chain(i);
          = opening chain(i) in (i == null ? seq<int>() : seq(i.value) + values(i.next));
    @*/
}

class ItemIterator {
    private Item current;

    /*@
      predicate at(seq<int> left) = acc(current) && Item.chain(current) && Item.values(current) == left;
    @*/

    //@ requires Item.chain(start);
    //@ ensures at(old(Item.values(start)));
    ItemIterator(Item start) {
        current = start;
        //@ close at(Item.values(start));
    }

    //@ given seq<int> left;
    //@ requires at(left);
    //@ ensures at(left) && result == (left.length > 0);
    boolean hasNext() {
        //@ open at(left);
        //@ open Item.chain(current);
        boolean more = current != null;
        //@ close Item.chain(current);
        //@ close at(left);
        return more;
    }
}
