/** Ghost state that leaks into the program, collections and quantifiers that claim too much. */
class Ghosts {
    int value;
    //@ ghost int shadow;

    //@ requires acc(value) && acc(shadow);
    //@ ensures acc(value) && acc(shadow) && value == shadow; //~ postcondition.violated:assertion.false
    void ghostDecides() {
        //@ shadow = value + 1;
        value = value;
    }

    //@ requires acc(value);
    //@ ensures acc(value);
    void ghostWithoutPermission() {
        //@ shadow = 1; //~ assignment.failed:insufficient.permission
    }

    //@ requires acc(value);
    //@ ensures acc(value) && value == 2;
    void ghostWritesCode() {
        //@ value = 2; //~ impure-contract
    }

    //@ given int n;
    //@ requires n > 0;
    //@ ensures result == n; //~ postcondition.violated:assertion.false
    static int ghostResult() {
        return 1;
    }

    static void wrongGiven() {
        int x = ghostResult() /*@ with n = 0 @*/; //~ call.precondition:assertion.false
    }

    /*@
      ghost static void lemma(int n)
          requires n >= 0;
          ensures n > 0; //~ postcondition.violated:assertion.false
      {
      }

      ghost static void induction(int n)
          ensures n == n + 1; //~ postcondition.violated:assertion.false
          decreases n;
      {
          if (n > 0) {
              induction(n - 1);
          }
      }

      ghost static void borrowed(int n)
          ensures n > 5;
      {
          helper(n); //~ call.precondition:assertion.false
      }

      ghost static void helper(int n)
          requires n > 5;
          ensures n > 5;
      {
      }

      ghost static void appended(seq<int> s, int x)
          ensures (s + seq(x)).length == s.length; //~ postcondition.violated:assertion.false
      {
      }

      ghost static void order(seq<int> s, seq<int> t)
          ensures s + t == t + s; //~ postcondition.violated:assertion.false
      {
      }

      ghost static void setSize(set<int> s, int x)
          ensures (s + set(x)).size == s.size + 1; //~ postcondition.violated:assertion.false
      {
      }

      ghost static void counted(multiset<int> m, int x)
          ensures (m + multiset(x)).count(x) == m.count(x); //~ postcondition.violated:assertion.false
      {
      }

      ghost static void member(seq<int> s)
          requires s.length > 0;
          ensures s.contains(0); //~ postcondition.violated:assertion.false
      {
      }

      ghost static void subset(set<int> s, set<int> t)
          requires s.subset(t);
          ensures t.subset(s); //~ postcondition.violated:assertion.false
      {
      }

      ghost static void exists()
          ensures exists int i; i > i; //~ postcondition.violated:assertion.false
      {
      }

      ghost static void swapped()
          ensures exists int i; forall int j; j <= i; //~ postcondition.violated:assertion.false
      {
      }

      ghost static void trigger(seq<int> s)
          requires forall int i; 0 <= i && i < s.length ==> s[i] > 0;
          ensures forall int i; s[i] > 0; //~ not.wellformed:seq.index.length
          //~^ not.wellformed:seq.index.negative
          //~^^ postcondition.violated:assertion.false
      {
      }

      ghost static void outOfRange(seq<int> s)
          ensures s[s.length] == 0; //~ not.wellformed:seq.index.length
          //~^ postcondition.violated:assertion.false
      {
      }
    @*/

    //@ requires acc(value);
    //@ ensures acc(value) && old(value + 1) == value; //~ postcondition.violated:assertion.false
    void wrongOld() {
    }

    //@ requires acc(value) && (forall int i; i > 0 ==> value < i);
    //@ ensures acc(value) && value < -1; //~ postcondition.violated:assertion.false
    void quantified() {
    }

    //@ requires acc(value);
    //@ ensures acc(value) && (let v = old(value) in value == v + 1); //~ postcondition.violated:assertion.false
    void letsOld() {
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]) && a[0] == 1;
    static void storesAnElement(int[] a) {
        //@ a[0] = 1;
        //~^ impure-contract
    }

    //@ requires acc(a[..]) && a.length > 0;
    //@ ensures acc(a[..]) && a[0] == 2;
    static void storesThroughAGhost(int[] a) {
        //@ ghost int[] b = a;
        /*@ if (a.length > 0) { b[0] = 2; } @*/ //~ impure-contract
    }
}
