/** A memo table: what it answers is what would be computed. */
class Memo {
    private int[] known;
    private boolean[] isKnown;

    /*@
      pure static int fib(int n)
          ensures n >= 0 ==> result >= 0;
          decreases n < 0 ? 0 : n;
          = n < 2 ? (n < 0 ? 0 : n) : fib(n - 1) + fib(n - 2);

      predicate table(int size) = acc(known) && acc(isKnown) && acc(known[..]) && acc(isKnown[..])
          && known.length == size && isKnown.length == size
          && (forall int i; 0 <= i && i < size && isKnown[i] ==> known[i] == fib(i));
    @*/

    //@ requires 0 <= size;
    //@ ensures table(size);
    Memo(int size) {
        known = new int[size];
        isKnown = new boolean[size];
        //@ close table(size);
    }

    //@ given int size;
    //@ requires table(size) && 0 <= n && n < size;
    //@ requires forall int i; 0 <= i && i < size ==> fib(i) <= 2147483647;
    //@ ensures table(size) && result == fib(n);
    //@ decreases n;
    int get(int n) {
        //@ open table(size);
        if (isKnown[n]) {
            int answer = known[n];
            //@ close table(size);
            return answer;
        }
        //@ close table(size);
        int value = n;
        if (n >= 2) {
            int one = get(n - 1) /*@ with size = size @*/;
            int two = get(n - 2) /*@ with size = size @*/;
            value = one + two;
        }
        //@ open table(size);
        known[n] = value;
        isKnown[n] = true;
        //@ close table(size);
        return value;
    }
}
