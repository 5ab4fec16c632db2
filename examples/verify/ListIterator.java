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

    //@ given seq<int> left;
    //@ requires at(left) && left.length > 0;
    //@ ensures at(left[1..]) && result == left[0];
    int next() {
        //@ open at(left);
        //@ open Item.chain(current);
        int value = current.value;
        current = current.next;
        //@ assert left[1..] == Item.values(current);
        //@ close at(left[1..]);
        return value;
    }

    //@ given seq<int> left;
    //@ requires items.at(left) && left.length == 2;
    //@ ensures items.at(left[2..]) && result == (left[0] < left[1]);
    static boolean rising(ItemIterator items) {
        int first = items.next() /*@ with left = left @*/;
        int second = items.next() /*@ with left = left[1..] @*/;
        //@ assert left[1..][1..] == left[2..];
        return first < second;
    }
}
