/** A queue made of two stacks: the back is reversed when the front runs out. */
class Stack {
    int top;
    Stack below;

    /*@
      predicate stack() = acc(top) && acc(below) && (below != null ==> below.stack());

      pure seq<int> items()
          requires stack();
          ensures result.length >= 1;
          = opening stack() in (below == null ? seq(top) : seq(top) + below.items());
    @*/

    //@ requires below != null ==> below.stack();
    //@ ensures stack();
    //@ ensures items() == (below == null ? seq(top) : seq(top) + old(below.items()));
    Stack(int top, Stack below) {
        this.top = top;
        this.below = below;
        //@ close stack();
    }
}

class Queue {
    private Stack front;
    private Stack back;

    /*@
      predicate queue() = acc(front) && acc(back) && (front != null ==> front.stack()) && (back != null ==> back.stack());

      pure static seq<int> reversed(seq<int> s)
          ensures result.length == s.length;
          decreases s.length;
          = s.length == 0 ? seq<int>() : reversed(s[1..]) + seq(s[0]);

      pure seq<int> contents()
          requires queue();
          = opening queue() in
              (front == null ? seq<int>() : front.items()) + (back == null ? seq<int>() : reversed(back.items()));
    @*/

    /*@
      pure static seq<int> all(Stack s)
          requires s != null ==> s.stack();
          = s == null ? seq<int>() : s.items();
    @*/

    //@ ensures queue() && contents() == seq<int>();
    Queue() {
        //@ close queue();
    }

    //@ requires queue();
    //@ ensures queue() && contents() == old(contents()) + seq(v);
    void put(int v) {
        //@ open queue();
        back = new Stack(v, back);
        //@ close queue();
    }

    //@ requires queue() && contents().length > 0;
    //@ ensures queue() && seq(result) + contents() == old(contents());
    int take() {
        //@ open queue();
        if (front == null) {
            while (back != null) {
                //@ invariant acc(front) && acc(back);
                //@ invariant (front != null ==> front.stack()) && (back != null ==> back.stack());
                //@ invariant reversed(all(back)) + all(front) == old(contents());
                //@ ghost seq<int> before = all(back);
                Stack moved = back;
                //@ open moved.stack();
                //@ assert before[1..] == all(moved.below);
                back = moved.below;
                front = new Stack(moved.top, front);
            }
        }
        Stack first = front;
        //@ open first.stack();
        front = first.below;
        //@ close queue();
        return first.top;
    }
}
