/** A linked list of numbers: its contents are a mathematical sequence. */
class Node {
    int value;
    Node next;

    /*@
      predicate list() = acc(value) && acc(next) && (next != null ==> next.list());

      pure seq<int> contents()
          requires list();
          ensures result.length >= 1;
          = opening list() in (next == null ? seq(value) : seq(value) + next.contents());
    @*/

    //@ ensures list() && contents() == seq(v);
    Node(int v) {
        value = v;
        //@ close list();
    }

    //@ requires list();
    //@ ensures list() && contents() == old(contents()) + seq(v);
    void append(int v) {
        //@ open list();
        if (next == null) {
            next = new Node(v);
        } else {
            next.append(v);
        }
        //@ close list();
    }

    //@ requires list();
    //@ ensures list() && contents() == old(contents());
    //@ ensures result == contents().contains(v);
    boolean contains(int v) {
        //@ open list();
        boolean found = value == v;
        if (!found && next != null) {
            found = next.contains(v);
        }
        //@ close list();
        return found;
    }

    //@ requires list() && contents().length <= 2147483647;
    //@ ensures list() && contents() == old(contents());
    //@ ensures result == contents().length;
    int length() {
        //@ open list();
        int n = 1;
        if (next != null) {
            n += next.length();
        }
        //@ close list();
        return n;
    }
}

/** A list that may be empty. */
class Chain {
    private Node head;

    /*@
      predicate chain() = acc(head) && (head != null ==> head.list());

      pure seq<int> contents()
          requires chain();
          = opening chain() in (head == null ? seq<int>() : head.contents());

      pure static seq<int> from(Node node)
          requires node != null ==> node.list();
          = node == null ? seq<int>() : node.contents();

      pure static seq<int> reversed(seq<int> s)
          ensures result.length == s.length;
          decreases s.length;
          = s.length == 0 ? seq<int>() : reversed(s[1..]) + seq(s[0]);
    @*/

    //@ ensures chain() && contents() == seq<int>();
    Chain() {
        //@ close chain();
    }

    //@ requires chain();
    //@ ensures chain() && contents() == old(contents()) + seq(v);
    void add(int v) {
        //@ open chain();
        if (head == null) {
            head = new Node(v);
        } else {
            head.append(v);
        }
        //@ close chain();
    }

    //@ requires chain();
    //@ ensures chain() && contents() == reversed(old(contents()));
    void reverse() {
        //@ open chain();
        Node done = null;
        Node rest = head;
        while (rest != null) {
            //@ invariant acc(head) && (done != null ==> done.list()) && (rest != null ==> rest.list());
            //@ invariant reversed(from(rest)) + from(done) == reversed(old(contents()));
            //@ ghost seq<int> before = from(rest);
            //@ open rest.list();
            Node next = rest.next;
            //@ assert before[1..] == from(next);
            rest.next = done;
            //@ close rest.list();
            done = rest;
            rest = next;
        }
        head = done;
        //@ close chain();
    }

    static void main(String[] args) {
        Chain chain = new Chain();
        chain.add(1);
        chain.add(2);
        //@ assert chain.contents() == seq(1, 2);
    }
}
