/** The composite pattern: a part may be made of parts. */
class Part {
    private int weight;
    private Part first;
    private Part second;

    /*@
      predicate part() = acc(weight) && acc(first) && acc(second) && 0 <= weight
          && (first != null ==> first.part()) && (second != null ==> second.part());

      pure int total()
          requires part();
          ensures result >= 0;
          = opening part() in weight + (first == null ? 0 : first.total()) + (second == null ? 0 : second.total());
    @*/

    //@ requires 0 <= weight;
    //@ ensures part() && total() == weight;
    Part(int weight) {
        this.weight = weight;
        //@ close part();
    }

    //@ requires one.part() && two.part();
    //@ ensures part() && total() == old(one.total()) + old(two.total());
    Part(Part one, Part two) {
        first = one;
        second = two;
        //@ close part();
    }

    //@ requires part() && total() <= 2147483647;
    //@ ensures part() && total() == old(total()) && result == total();
    int weigh() {
        //@ open part();
        int sum = weight;
        if (first != null) {
            sum += first.weigh();
        }
        if (second != null) {
            sum += second.weigh();
        }
        //@ close part();
        return sum;
    }
}
